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
        by.Hosts.All.Count(host =>
            by.Scope.Covers(host.Identity) && host.Required(by.Requirements.Current) is { Pin: null } required && required.Policy == policy
        );
}
