using IwTune.Server.Features.Agents.Packages;
using IwTune.Server.Features.Agents.Releases;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Agents;

namespace IwTune.Server.Features.Agents;

/// <summary>The agents of the hosts that the caller may see, by version.</summary>
internal sealed class AgentViews(SeenHosts hosts, PackageDirectory packages, ServerOptions options, TimeProvider clock)
{
    // The directory is read once for a request.
    private readonly Lazy<FleetPackages> _offered = new(packages.Read);

    public FleetAgents All()
    {
        var offered = _offered.Value;
        var groups = hosts.All.GroupBy(host => (Version: VersionOf(host), host.Identity.Os)).ToList();
        var newest = Newest(offered, groups.Select(group => group.Key.Os));
        var now = clock.Now();
        var versions = groups
            .Select(group => new AgentGroup(
                group.Key.Version,
                group.Key.Os,
                group.Count(),
                group.Count(host => IsSilent(host, now)),
                AgentOrder.Standing(group.Key.Version, Of(newest, group.Key.Os)),
                $"{Query(group.Key.Version)} {Selector.TextOf(SelectorKeys.Os, group.Key.Os)}"
            ))
            .OrderByDescending(group => group.Version, Comparer<string>.Create(AgentOrder.Compare))
            .ThenBy(group => group.Os, StringComparer.Ordinal)
            .ToList();
        return new(
            versions.Sum(group => group.Hosts),
            versions.Where(group => group.Standing == AgentStanding.Behind).Sum(group => group.Hosts),
            newest,
            versions,
            offered
        );
    }

    /// <summary>The newest version for each of these systems.</summary>
    public IReadOnlyList<AgentRelease> Newest(IEnumerable<string> systems) => Newest(_offered.Value, systems);

    public static string VersionOf(FleetHost host) =>
        host.Identity.Facts.Values.FirstOrDefault(fact => fact.Key == FactReading.Agent).Value ?? "";

    public static string Of(IReadOnlyList<AgentRelease> newest, string os) => newest.First(one => one.Os == os).Version;

    public bool IsSilent(FleetHost host, long now) => host.IsSilent(now, options.StaleAfter);

    private static List<AgentRelease> Newest(FleetPackages offered, IEnumerable<string> systems) =>
        [.. systems.Distinct().Order(StringComparer.Ordinal).Select(os => NewestAgent.Of(offered, os))];

    private static string Query(string version) =>
        version.Length == 0 ? $"-{FactReading.Agent}:*" : Selector.TextOf(FactReading.Agent, version);
}
