using IwTune.Server.Features.Bundles;

namespace IwTune.Server.Features.Hosts;

internal static class Counting
{
    /// <summary>Hosts a policy decides for.</summary>
    public static int CountFor(this HostDirectory hosts, RequirementSet set, string policy) =>
        hosts.All.Count(host => host.Required(set).By?.Policy == policy);

    /// <inheritdoc cref="CountFor(HostDirectory,RequirementSet,string)"/>
    public static int CountFor(this SeenHosts hosts, RequirementSet set, string policy) => hosts.Following(set, policy).Count();

    /// <summary>The same hosts one by one.</summary>
    public static IEnumerable<FleetHost> Following(this SeenHosts hosts, RequirementSet set, string policy) =>
        hosts.All.Where(host => host.Required(set).By?.Policy == policy);
}
