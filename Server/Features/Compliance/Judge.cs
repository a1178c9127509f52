using System.Text.Json;
using IwTune.Server.Features.Agents;
using IwTune.Server.Features.Agents.Releases;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Exceptions;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Standing;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Compliance;

/// <summary>Judges hosts by what they must have, what they reported and when they were heard of.</summary>
public sealed class Judge(
    Requirements requirements,
    ExceptionsInForce exceptions,
    AgentReleases releases,
    ServerOptions options,
    TimeProvider clock
)
{
    /// <summary>Hosts of one statement; more are judged in turns.</summary>
    public const int Together = 500;

    /// <summary>True when something the verdict rests on has changed since the last judgement.</summary>
    public bool IsDue(FleetHost host)
    {
        if (host.Judged is not { } judged)
            return true;
        var now = clock.Now();
        var (set, excepted, released, identity, presence, listened) = (
            requirements.Current,
            exceptions.Current,
            releases.Current,
            host.Identity,
            host.Presence,
            host.ListenedSince
        );
        // Asked of every host every second: what was compared and not touched since need not be compared again.
        if (now < judged.TurnsAt && judged.Compared?.Holds(set, excepted, released, host, now) == true)
            return false;
        if (judged.By != BasisOf(host) || now >= judged.TurnsAt)
            return true;
        var sure =
            host.Excepted(excepted).Count > 0 ? 0
            : judged.By.Stale ? long.MaxValue
            : Math.Max(presence.SeenAt, listened) + (long)options.StaleAfter.TotalMilliseconds;
        judged.Compared = new(set, excepted, released, identity, presence, listened, sure);
        return false;
    }

    /// <summary>
    /// Judges one host in the caller's transaction. What time alone brought about since the last judgement is dated by its rule.
    /// </summary>
    /// <param name="write">The transaction.</param>
    /// <param name="host">The host.</param>
    /// <param name="reported">True when the transaction holds something new that the host said.</param>
    public Task RunAsync(DbSession write, FleetHost host, bool reported = false) => RunAsync(write, [host], _ => reported);

    /// <summary>Judges many hosts: one read and one write for each kind of row, however many they are.</summary>
    /// <param name="write">The transaction.</param>
    /// <param name="hosts">Hosts, each once; at most <see cref="Together"/>.</param>
    /// <param name="reported">True of a host of which the transaction holds something new that it said.</param>
    public async Task RunAsync(DbSession write, IReadOnlyList<FleetHost> hosts, Predicate<FleetHost> reported)
    {
        using var span = Traces.Part("judge");
        span?.SetTag(Traces.Hosts, hosts.Count);
        var rows = await CaseRow.OfAsync(write, [.. hosts.Select(host => host.Id)]);
        var judgements = new Judgements(clock);
        foreach (var host in hosts)
            if (rows.TryGetValue(host.Id, out var row))
                Run(write, host, row, judgements, reported(host));
        await judgements.WriteAsync(write);
    }

    private void Run(DbSession write, FleetHost host, CaseRow row, Judgements judgements, bool reported)
    {
        var (required, presence, now) = (host.Required(requirements.Current), host.Presence, clock.Now());
        var exception = ExceptionOf(host, now);
        var agent = AgentOf(host);
        var basis = Basis.Of(required, presence, host.ListenedSince, now, options.StaleAfter, exception?.Mark, agent);
        var given = new ComplianceCase
        {
            RequiredDigest = required.Digest,
            Pinned = required.Pin is { } pin ? new PinnedHold(pin.Hold, required.Lacks) : null,
            Required = required.Content.Windows,
            State = row.State is null ? null : JsonSerializer.Deserialize(row.State, WireJson.Default.HostState),
            CheckedInAt = presence.SeenAt > 0 ? Clock.At(presence.SeenAt) : null,
            CheckIn = presence.SeenAt > 0 ? presence.Said : null,
            Exception = exception?.Told,
            Now = Clock.At(now),
            StaleAfter = options.StaleAfter,
            ListenedSince = host.ListenedSince > 0 ? Clock.At(host.ListenedSince) : null,
            RequiredSince = Clock.At(row.Digest == required.Digest && row.RequiredAt > 0 ? row.RequiredAt : now),
            EffectiveAsRequired = row.EffectiveAsRequired is { } effective ? effective == 1 : null,
            Os = host.Identity.Os,
            WatchedUntil = Clock.At(row.WatchedUntil),
            Agent = agent.Standing,
            NewerAgentSince = Clock.At(agent.NewerSince),
        };
        var unchangedSince = !reported && basis.SameBut(host.JudgedBy) ? Clock.At(host.Judged!.At) : (DateTimeOffset?)null;
        var verdicts = VerdictTurns
            .Since(given, unchangedSince)
            .Select(one => VerdictRow.Of(one.Judged, required, given, one.From))
            .ToList();
        judgements.Keep(host, row, verdicts);
        var standing = HostStanding.Of(row.Standing, host.Id, given);
        judgements.Keep(row, standing);
        var turns = VerdictTurns.Other(given)?.ToUnixTimeMilliseconds() ?? long.MaxValue;
        var standsOut = standing?.Kinds ?? 0;
        // Repairs expire one by one: hosts with recent repairs are evaluated every minute.
        var judged = new JudgedHost(
            basis,
            now,
            (standsOut & HostStanding.Bit(StandingKind.Repairs)) != 0 ? Math.Min(turns, now + 60_000) : turns,
            verdicts[^1].Controls
        );
        write.AfterCommit(() => (host.StandsOut, host.Judged) = (standsOut, judged));
    }

    private Basis BasisOf(FleetHost host)
    {
        var now = clock.Now();
        return Basis.Of(
            host.Required(requirements.Current),
            host.Presence,
            host.ListenedSince,
            now,
            options.StaleAfter,
            ExceptionOf(host, now)?.Mark,
            AgentOf(host)
        );
    }

    private AgentAge AgentOf(FleetHost host) => releases.Current.Of(host.Identity.Os, AgentViews.VersionOf(host));

    /// <summary>Also one that ended a short while ago: the evaluator reports the end, and when it was.</summary>
    private GrantedException? ExceptionOf(FleetHost host, long now) =>
        ExceptionSet.Choose(host.Excepted(exceptions.Current), Clock.At(now));
}
