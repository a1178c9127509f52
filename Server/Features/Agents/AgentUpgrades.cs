using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Rollouts.Planning;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Agents;
using IwTune.Shared.Rollouts;

namespace IwTune.Server.Features.Agents;

/// <summary>The order in which hosts are to get a newer agent, by the rings of a rollout.</summary>
/// <remarks>
/// Every host of the query has a place, upgraded or not, in an order that depends on the versions and the query alone: it is the same in
/// every call while an upgrade goes on.
/// </remarks>
internal sealed class AgentUpgrades(AgentViews agents, HostFinder finder, Database database, TimeProvider clock)
{
    public async Task<(AgentUpgrade Upgrade, IReadOnlyList<AgentHost> Hosts)> OfAsync(UpgradeRequest request, CancellationToken ct)
    {
        var found = await finder.AllAsync(request.Search, ct);
        IReadOnlyList<AgentRelease> to =
        [
            .. agents
                .Newest(found.Select(host => host.Identity.Os))
                .Select(one => request.To is { } version ? one with { Version = version } : one),
        ];
        var query = request.Search.Selector.ToString();
        var now = clock.Now();
        var seed = $"iwtune agents\n{query}\n{string.Join('\n', to.Select(one => $"{one.Os} {one.Version}"))}";
        // A rollout places silent hosts last; here a host that falls silent, perhaps by its upgrade, must not leave its ring.
        var places = RingOrder.Of(seed, request.Rings, [.. found.Select(host => new PlanHost(host.Identity, Stale: false, ""))]);
        var verdicts = await database.ReadAsync(VerdictsInForce.ByHostAsync, ct);
        var hosts = found
            .Select(host =>
                Of(host, places[host.Id], AgentViews.Of(to, host.Identity.Os), agents.IsSilent(host, now), verdicts.OfHost(host.Id))
            )
            .OrderBy(host => host.Ring)
            .ThenBy(host => host.Upgraded)
            .ThenBy(host => host.Name, StringComparer.Ordinal)
            .ThenBy(host => host.Id, StringComparer.Ordinal)
            .ToList();
        var rings = hosts.ToLookup(host => host.Ring);
        var counted = request
            .Rings.Select(
                (ring, i) =>
                    new AgentRing(
                        i + 1,
                        RingText.Size(ring),
                        rings[i + 1].Count(),
                        rings[i + 1].Count(host => host.Upgraded),
                        rings[i + 1].Count(host => host.Upgraded && IsTroubled(host))
                    )
            )
            .ToList();
        var next = counted.Find(ring => ring.Upgraded < ring.Hosts)?.Number;
        return (new(to, query, hosts.Count, hosts.Count(host => host.Upgraded), counted, next, UpgradeAdvice.Of(counted, next)), hosts);
    }

    private static AgentHost Of(FleetHost host, int ring, string to, bool silent, Verdict verdict)
    {
        var version = AgentViews.VersionOf(host);
        return new(
            host.Id,
            host.Identity.Name,
            ring,
            host.Identity.Os,
            version,
            AgentOrder.Standing(version, to) is AgentStanding.Current or AgentStanding.Ahead,
            silent,
            verdict
        );
    }

    private static bool IsTroubled(AgentHost host) => host.Silent || host.Verdict is Verdict.Drifted or Verdict.Error or Verdict.Stale;
}
