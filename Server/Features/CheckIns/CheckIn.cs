using System.Text.Json;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.CheckIns;

/// <summary>
/// The host says what it has; the server answers what it should have when that differs, and otherwise holds the request open until it does.
/// The database is not touched.
/// </summary>
internal static class CheckIn
{
    public const int MaxBytes = 4096;
    private const int MaxText = 200;

    public static async Task<IResult> HandleAsync(
        HttpContext context, HostDirectory hosts, Requirements requirements, BundleSigner signer, Admission admission,
        Database database, ServerOptions options, TimeProvider clock, IHostApplicationLifetime lifetime)
    {
        if (HostGate.Admit(context, hosts, out var refusal) is not { } host)
            return refusal;
        if (await ReadAsync(context) is not { } said)
            return Refusal.Invalid("The check-in cannot be read.", "It is not JSON of a check-in; agent and server may be of different versions.");

        var broken = host.Update(last => Continuity.Break(last, said) is { } reason
            ? (last, reason)
            : (Continuity.Next(last, said, clock.Now()), null));
        if (broken is not null)
        {
            await CloneFound.RecordAsync(database, clock, host, broken);
            return HostGate.Admit(context, hosts, out refusal) is null ? refusal : TypedResults.StatusCode(StatusCodes.Status409Conflict);
        }

        ServerMeters.CheckIns.Add(1);
        var wait = Wait(context, options);
        if (Answer(host, said, requirements, signer, clock) is { } at)
            return at;
        if (wait == TimeSpan.Zero)
            return TypedResults.NoContent();
        using var slot = admission.TryWait();
        if (slot is null)
            return Refusal.Later(context, StatusCodes.Status503ServiceUnavailable, "Too many check-ins are waiting.", admission.ComeBackSeconds(host.Id));
        return await HoldAsync(context, host, said, wait, requirements, signer, clock, lifetime);
    }

    private static async Task<IResult> HoldAsync(
        HttpContext context, FleetHost host, CheckInRequest said, TimeSpan wait,
        Requirements requirements, BundleSigner signer, TimeProvider clock, IHostApplicationLifetime lifetime)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted, lifetime.ApplicationStopping);
        using var limit = new CancellationTokenSource(wait, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(stop.Token, limit.Token);
        while (!either.IsCancellationRequested)
        {
            var changed = requirements.Changed;
            if (Answer(host, said, requirements, signer, clock) is { } answer)
                return answer;
            if (host.RekeyReason.Length > 0 || context.RequestAborted.IsCancellationRequested)
                break;
            await changed.WaitAsync(either.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        // At the end of a poll the host was here: it is not stale while it waits.
        host.Update(last => (last.Counter == said.Counter ? last with { SeenAt = clock.Now() } : last, 0));
        return TypedResults.NoContent();
    }

    /// <summary>The bundle the host must get now; <see langword="null"/> when it has what it should.</summary>
    private static FileContentHttpResult? Answer(FleetHost host, CheckInRequest said, Requirements requirements, BundleSigner signer, TimeProvider clock)
    {
        var set = requirements.Current;
        var required = host.Required(set);
        var now = clock.GetUtcNow();
        if (said.Held is null && required.Digest == RequirementSet.NothingDigest)
            return null;
        if (said.Held is { } held && held.Digest == required.Digest && held.Expires - now > signer.Life / 2)
            return null;
        if (host.Withheld.Holds(said.Rejected, required.Digest, now.ToUnixTimeMilliseconds()))
            return null;
        // A server restored from a backup may know a lower number than a host holds; the host takes other content only with a higher one.
        var least = said.Held is not { } had ? 0 : had.Digest == required.Digest ? had.Sequence : had.Sequence + 1;
        var sequence = Math.Max(set.Sequence, least);
        return TypedResults.Bytes(signer.Envelope(required.Content, required.Digest, sequence), "application/json");
    }

    private static async Task<CheckInRequest?> ReadAsync(HttpContext context)
    {
        try
        {
            var said = await JsonSerializer.DeserializeAsync(context.Request.Body, WireJson.Default.CheckInRequest, context.RequestAborted);
            return said is { StateHash.Length: <= MaxText, BootId.Length: > 0 and <= MaxText, Counter: > 0 }
                && said.Held is null or { Digest.Length: > 0 and <= MaxText, Sequence: >= 0 and < long.MaxValue } ? said : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static TimeSpan Wait(HttpContext context, ServerOptions options)
    {
        if (!int.TryParse(context.Request.Query["wait"], out var seconds) || seconds <= 0)
            return TimeSpan.Zero;
        var wait = TimeSpan.FromSeconds(seconds);
        return wait < options.PollLimit ? wait : options.PollLimit;
    }
}
