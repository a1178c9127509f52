using System.Text.Json;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Standing;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Compliance;

/// <summary>Judges hosts by what they must have, what they reported and when they were heard of.</summary>
public sealed class Judge(Requirements requirements, ServerOptions options, TimeProvider clock)
{
    /// <summary>True when something the verdict rests on has changed since the last judgement.</summary>
    public bool IsDue(FleetHost host) => host.JudgedBy != BasisOf(host);

    /// <summary>Judges one host in the caller's transaction.</summary>
    public async Task RunAsync(DbSession write, FleetHost host)
    {
        var required = host.Required(requirements.Current);
        var presence = host.Presence;
        var basis = BasisOf(host);
        var json = await write.FindAsync<string>("select state from host_states where host_id = @Id", new { host.Id });
        var given = new ComplianceCase
        {
            RequiredDigest = required.Digest,
            Pinned = required.Pin is { } pin ? new PinnedHold(pin.Hold, required.Lacks) : null,
            Required = required.Content.Windows,
            State = json is null ? null : JsonSerializer.Deserialize(json, WireJson.Default.HostState),
            CheckedInAt = presence.SeenAt > 0 ? Clock.At(presence.SeenAt) : null,
            CheckIn = presence.SeenAt > 0 ? presence.Said : null,
            Now = clock.GetUtcNow(),
            StaleAfter = options.StaleAfter,
        };
        var judged = ComplianceEvaluator.Evaluate(given);
        await StandingQueries.KeepAsync(write, host, given);
        await VerdictQueries.KeepAsync(write, clock, host.Id, judged, required.Digest);
        // A Repaired host becomes Compliant by time alone; it is judged again on the next round.
        write.AfterCommit(() => host.JudgedBy = judged.Verdict == Verdict.Repaired || (host.StandsOut & HostStanding.Bit(StandingKind.Repairs)) != 0 ? null : basis);
    }

    private Basis BasisOf(FleetHost host) =>
        Basis.Of(host.Required(requirements.Current), host.Presence, clock.Now(), options.StaleAfter);
}
