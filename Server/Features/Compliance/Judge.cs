using System.Text.Json;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Exceptions;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Standing;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Compliance;

/// <summary>Judges hosts by what they must have, what they reported and when they were heard of.</summary>
public sealed class Judge(Requirements requirements, ExceptionsInForce exceptions, ServerOptions options, TimeProvider clock)
{
    /// <summary>True when something the verdict rests on has changed since the last judgement.</summary>
    public bool IsDue(FleetHost host) => host.Judged is not { } judged || judged.By != BasisOf(host) || clock.Now() >= judged.TurnsAt;

    /// <summary>Judges one host in the caller's transaction. What time alone brought about since the last judgement is dated by its rule.</summary>
    /// <param name="write">The transaction.</param>
    /// <param name="host">The host.</param>
    /// <param name="reported">True when the transaction holds something new that the host said.</param>
    public async Task RunAsync(DbSession write, FleetHost host, bool reported = false)
    {
        var (required, presence, now) = (host.Required(requirements.Current), host.Presence, clock.Now());
        var exception = ExceptionOf(host, now);
        var basis = Basis.Of(required, presence, host.ListenedSince, now, options.StaleAfter, exception?.Id);
        var json = await write.FindAsync<string>("select state from host_states where host_id = @Id", new { host.Id });
        var given = new ComplianceCase
        {
            RequiredDigest = required.Digest,
            Pinned = required.Pin is { } pin ? new PinnedHold(pin.Hold, required.Lacks) : null,
            Required = required.Content.Windows,
            State = json is null ? null : JsonSerializer.Deserialize(json, WireJson.Default.HostState),
            CheckedInAt = presence.SeenAt > 0 ? Clock.At(presence.SeenAt) : null,
            CheckIn = presence.SeenAt > 0 ? presence.Said : null,
            Exception = exception?.Told,
            Now = Clock.At(now),
            StaleAfter = options.StaleAfter,
            ListenedSince = host.ListenedSince > 0 ? Clock.At(host.ListenedSince) : null,
        };
        var before = await VerdictQueries.FindAsync(write, host.Id);
        var unchangedSince = !reported && basis.SameBut(host.JudgedBy) ? Clock.At(host.Judged!.At) : (DateTimeOffset?)null;
        foreach (var (from, judged) in VerdictTurns.Since(given, unchangedSince))
            before = await VerdictQueries.KeepAsync(write, clock, host.Id, before, VerdictRow.Of(judged, required, given, from));
        await StandingQueries.KeepAsync(write, host, given);
        var turns = VerdictTurns.Other(given)?.ToUnixTimeMilliseconds() ?? long.MaxValue;
        // Repairs are forgotten one by one: whoever stands out by them is looked at every minute.
        write.AfterCommit(() => host.Judged = new(
            basis, now, (host.StandsOut & HostStanding.Bit(StandingKind.Repairs)) != 0 ? Math.Min(turns, now + 60_000) : turns));
    }

    private Basis BasisOf(FleetHost host)
    {
        var now = clock.Now();
        return Basis.Of(host.Required(requirements.Current), host.Presence, host.ListenedSince, now, options.StaleAfter, ExceptionOf(host, now)?.Id);
    }

    /// <summary>Also one that ended a short while ago: the evaluator tells the end, and when it was.</summary>
    private GrantedException? ExceptionOf(FleetHost host, long now) => ExceptionSet.Choose(host.Excepted(exceptions.Current), Clock.At(now));
}
