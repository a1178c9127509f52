using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Policies;

namespace IwTune.Server.Features.Hosts;

/// <summary>
/// The hosts of a policy, in every place that counts, groups or lists them: those that are required to have it, also the ones that are
/// held at a revision of it. Publications reach only the others.
/// </summary>
internal static class Counting
{
    /// <summary>Hosts that are required to have a policy.</summary>
    public static IEnumerable<FleetHost> Following(this SeenHosts hosts, RequirementSet set, string policy) =>
        hosts.All.Where(host => host.Required(set).Policy == policy);

    /// <summary>Those of them that are held at a revision, by its number.</summary>
    public static Dictionary<int, int> Held(this IEnumerable<FleetHost> following, RequirementSet set) =>
        following.Where(host => set.PinOf(host.Id) is not null).CountBy(host => host.Required(set).Content.Revision ?? 0).ToDictionary();

    /// <summary>Hosts that a publication of a policy reaches.</summary>
    public static int CountReached(this Publisher by, string policy) =>
        CountReached(by.Hosts.All.Where(host => by.Scope.Covers(host.Identity)), by.Requirements.Current, policy);

    /// <inheritdoc cref="CountReached(Publisher,string)"/>
    public static int CountReached(this SeenHosts hosts, RequirementSet set, string policy) => CountReached(hosts.All, set, policy);

    private static int CountReached(IEnumerable<FleetHost> hosts, RequirementSet set, string policy) =>
        hosts.Count(host => host.Required(set) is { Pin: null } required && required.Policy == policy);
}
