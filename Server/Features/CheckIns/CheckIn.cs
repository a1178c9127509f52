using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Enrolment.Restored;
using IwTune.Server.Features.Enrolment.Secrets;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Hosting.Requests;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.WebUtilities;

namespace IwTune.Server.Features.CheckIns;

/// <summary>
/// The host says what it has; the server answers what it should have when that differs, and otherwise holds the request open until it does.
/// The database is not touched.
/// </summary>
/// <remarks>
/// A held check-in keeps what its methods have in variables for a minute, and the collector copies it from generation to generation. What
/// these methods share are fields for this reason, and what only one step needs stays within a method that does not wait.
/// </remarks>
internal sealed class CheckIn(
    HostDirectory hosts,
    Requirements requirements,
    BundleSigner signer,
    Admission admission,
    HeldCheckIns room,
    Database database,
    ServerOptions options,
    TimeProvider clock,
    IHostApplicationLifetime lifetime,
    NonMembers strangers,
    StoreBehind behind
)
{
    public const int MaxBytes = 4096;
    private const int MaxText = 200,
        MaxNonce = 16;
    private static readonly TimeSpan KeysAgain = TimeSpan.FromMinutes(1);
    private static readonly JsonTypeInfo<CheckInRequest> Form = StrictJson.Of<CheckInRequest>();

    public async Task<IResult> HandleAsync(HttpContext context)
    {
        if (HostGate.Admit(context, hosts, out var refusal) is not { } host)
            return await strangers.AnswerAsync(context, refusal);
        if (await ReadAsync(context) is not { } read)
            return RefusalAnswer.Invalid(
                "The check-in cannot be read.",
                "The body is not a valid check-in (JSON); agent and server may have different versions."
            );
        var said = host.Presence.SameTexts(read);

        if (HostGate.Find(context, hosts).Age == SecretAge.Next)
            await Rotation.PromoteAsync(database, clock, host);

        // An agent that does not send its run is distinguished by its boot.
        var run = HostGate.RunOf(context) is { Length: > 0 } told ? told : said.BootId;
        if (host.Shared is { } shared && shared.QuarantinedRun == run)
            return HostGate.Quarantined(shared);
        var finding = Take(context, host, said, run);
        if (finding is not LineageFinding.None)
            await CloneFound.SettleAsync(database, requirements, clock, host, finding);
        if (host.Shared is { } found && found.QuarantinedRun == run)
            return HostGate.Quarantined(found);
        await behind.NoticeAsync(host, said, requirements.Current.Sequence);

        ServerMeters.CheckIns.Add(1);
        var answer = (IResult?)Answer(host, said) ?? await WaitAsync(context, host, said, run);
        await ServerWants.SayAsync(context, database, options, clock, host, said, run, finding);
        return answer;
    }

    private LineageFinding Take(HttpContext context, FleetHost host, CheckInRequest said, string run)
    {
        var (now, address) = (clock.Now(), Origin.AddressOf(context));
        return host.Update(last =>
            (
                last.Overtook(said, now, options.PollLimit) ? last : Presence.Next(last, said, now),
                host.Lineage.Take(new(run, said.BootId, said.Counter, said.Nonce, address, now))
            )
        );
    }

    private async Task<IResult> WaitAsync(HttpContext context, FleetHost host, CheckInRequest said, string run)
    {
        var wait = Wait(context, options);
        if (wait == TimeSpan.Zero)
            return TypedResults.NoContent();
        using var place = admission.TryWait();
        if (place is null)
            return RefusalAnswer.Later(
                context,
                StatusCodes.Status503ServiceUnavailable,
                "Too many check-ins are waiting.",
                admission.ComeBackSeconds(host.Id)
            );
        var waiter = new Waiter(host, said, run) { Until = Until(Slots.Hold(host.Id, wait, clock.GetUtcNow())) };
        while (true)
        {
            room.Enter(waiter);
            try
            {
                // In the room first: a change is either seen here, or finds the waiter there.
                if (waiter.Quarantined is { } shared)
                    return HostGate.Quarantined(shared);
                if (Answer(host, said) is { } answer)
                    return answer;
                // After the answer: a round of calls that has not come to it yet must not cost the host another check-in.
                if (clock.GetTimestamp() >= waiter.Until || waiter.MustGo || IsOver(context))
                    break;
                using var aborted = context.RequestAborted.UnsafeRegister(static waiter => ((Waiter)waiter!).TrySetResult(), waiter);
                await waiter.Task;
            }
            finally
            {
                room.Leave(waiter);
            }
            waiter = waiter.Again();
        }
        // Nothing was heard while it waited: the network may have cut the host off.
        return TypedResults.NoContent();
    }

    private bool IsOver(HttpContext context) =>
        context.RequestAborted.IsCancellationRequested || lifetime.ApplicationStopping.IsCancellationRequested;

    private long Until(TimeSpan wait) => clock.GetTimestamp() + (long)(wait.TotalSeconds * clock.TimestampFrequency);

    /// <summary>The bundle the host must get now; <see langword="null"/> when it has what it should.</summary>
    private BundleAnswer? Answer(FleetHost host, CheckInRequest said)
    {
        var (set, now) = (requirements.Current, clock.GetUtcNow());
        var required = host.Required(set);
        host.Withheld.Follow(required.Digest);
        if (!Lacks(host, said, set, signer, now))
            return null;
        var rollout = required.Content.Policy is { } policy ? set.Policy(policy)?.Rollout?.Id : null;
        // What the host refused is not sent again at once, unless there are new keys to announce.
        if (
            host.Withheld.Holds(said.Rejected, required.Digest, rollout, now.ToUnixTimeMilliseconds())
            && !LacksKeys(host, said, set, signer, now)
        )
            return null;
        var sequence = Math.Max(set.Sequence, Least(said, required.Digest));
        host.Issued = Math.Max(host.Issued, sequence);
        if (said.Trust < signer.Keys.Number)
            host.KeysSent = (signer.Keys.Number, now);
        return new(new(host.Id, required.Content, required.Digest, sequence, said.Trust), signer, admission);
    }

    /// <summary>True when the host must have something else than it said, or the same for longer.</summary>
    public static bool Lacks(FleetHost host, CheckInRequest said, RequirementSet set, BundleSigner signer, DateTimeOffset now)
    {
        var required = host.Required(set);
        return LacksKeys(host, said, set, signer, now)
            || (
                said.Held is { } held
                    ? held.Digest != required.Digest || held.Expires - now <= signer.Life / 2
                    : required.Digest != RequirementSet.NothingDigest
            );
    }

    /// <summary>
    /// True when the host has not acknowledged the latest announcement of keys, and was not just sent it: a host that cannot store it would
    /// otherwise call again at once. Before the first publication there is no number for a bundle.
    /// </summary>
    private static bool LacksKeys(FleetHost host, CheckInRequest said, RequirementSet set, BundleSigner signer, DateTimeOffset now) =>
        set.Sequence > 0
        && said.Trust < signer.Keys.Number
        && (host.KeysSent.Number < signer.Keys.Number || now - host.KeysSent.At >= KeysAgain);

    /// <summary>
    /// A server restored from a backup may know a lower number than a host holds, or held and restored; the host accepts nothing lower, and
    /// other content only with a higher one. A lying host gets a number of its choice only in a bundle with its own name, which no other
    /// host accepts.
    /// </summary>
    private static long Least(CheckInRequest said, string digest)
    {
        var least =
            said.Held is not { } had ? 0
            : had.Digest == digest ? had.Sequence
            : had.Sequence + 1;
        return said.Floor is { } floor ? Math.Max(least, floor + 1) : least;
    }

    private static async Task<CheckInRequest?> ReadAsync(HttpContext context)
    {
        try
        {
            var said = await JsonSerializer.DeserializeAsync(context.Request.Body, Form, context.RequestAborted);
            return
                said
                    is {
                        StateHash.Length: <= MaxText,
                        BootId.Length: > 0 and <= MaxText,
                        Counter: > 0,
                        Nonce: null or { Length: <= MaxNonce }
                    }
                && said.Held is null or { Digest.Length: > 0 and <= MaxText, Sequence: >= 0 and < long.MaxValue }
                && said.Floor is null or (>= 0 and < long.MaxValue - 1)
                && said.Reported is null or >= 0
                && said.Trust is null or >= 0
                ? said
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static TimeSpan Wait(HttpContext context, ServerOptions options)
    {
        // Read where it stands: a parsed query would be kept as long as the call is held.
        foreach (var part in new QueryStringEnumerable(context.Request.QueryString.Value))
        {
            if (!part.EncodedName.Span.Equals("wait", StringComparison.OrdinalIgnoreCase))
                continue;
            if (!int.TryParse(part.EncodedValue.Span, CultureInfo.InvariantCulture, out var seconds) || seconds <= 0)
                break;
            var wait = TimeSpan.FromSeconds(seconds);
            return wait < options.PollLimit ? wait : options.PollLimit;
        }
        return TimeSpan.Zero;
    }
}
