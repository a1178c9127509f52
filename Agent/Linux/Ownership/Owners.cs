using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership.Networkd;
using IwTune.Agent.Linux.Ownership.NetworkManager;

namespace IwTune.Agent.Linux.Ownership;

/// <summary>Who made which route, in one reading of all programs that can be asked.</summary>
/// <param name="interfaces">Which program manages an interface, by the state files in /run.</param>
/// <param name="networkd">What systemd-networkd reports about its links.</param>
/// <param name="networkManager">What NetworkManager reports about its devices; <see langword="null"/> when it cannot be asked.</param>
internal sealed class Owners(InterfaceOwners interfaces, NetworkdReading networkd, NetworkManagerReading? networkManager = null)
{
    /// <summary>What systemd-networkd reports.</summary>
    public NetworkdReading Networkd { get; } = networkd;

    // Most routes of a table with thousands have none, or all have the same routing daemon.
    private static readonly RouteOwner None = new(null, RouteSource.Unknown);
    private static readonly RouteOwner?[] Daemons = new RouteOwner?[byte.MaxValue + 1];

    private readonly Dictionary<int, string?> _managers = [];
    private readonly Dictionary<string, bool> _leased = new(StringComparer.Ordinal);
    private KernelRouterAdvertisement? _advertised;

    /// <param name="route">The route.</param>
    /// <param name="interfaceName">The name of the interface it leaves by; <see langword="null"/> when there are several or none.</param>
    public RouteOwner Of(RouteMessage route, string? interfaceName)
    {
        if (RouteProtocol.RoutingDaemon(route.Protocol) is { } daemon)
            return Daemons[route.Protocol] ??= new RouteOwner(daemon, RouteSource.Unknown);
        if (IsKernelAdvertised(route, interfaceName))
            return new RouteOwner(RouteProtocol.KernelProgram, RouteSource.RouterAdvertisement);
        var leaves =
            route.OutInterface != 0 ? route.OutInterface
            : route.Nexthops.Count > 0 ? route.Nexthops[0].Interface
            : 0;
        if (Networkd.Manages(leaves))
            return Networkd.OwnerOf(route, leaves) ?? None;
        if (networkManager?.DeviceOf(interfaceName) is { } device)
            return networkManager.OwnerOf(route, device);
        var manager = ManagerOf(leaves);
        return route.Protocol switch
        {
            RouteProtocol.Static => manager is null ? None : new RouteOwner(manager, RouteSource.Static),
            RouteProtocol.Dhcp => manager is null ? None : new RouteOwner(manager, RouteSource.Dhcp4),
            RouteProtocol.RouterAdvertisement => new RouteOwner(manager ?? "a network daemon", RouteSource.RouterAdvertisement),
            RouteProtocol.Boot when route.Key is { Family: RouteNumbers.Inet, DestinationLength: 0 } && IsLeased(interfaceName) =>
                new RouteOwner(InterfaceOwners.Dhclient, RouteSource.Dhcp4),
            // NetworkManager makes the connected prefixes itself and marks them as the kernel's.
            RouteProtocol.Kernel when manager == InterfaceOwners.NetworkManager => new RouteOwner(manager, RouteSource.Prefix),
            _ => None,
        };
    }

    private bool IsLeased(string? interfaceName) =>
        interfaceName is not null
        && (_leased.TryGetValue(interfaceName, out var leased) ? leased : _leased[interfaceName] = interfaces.HasDhclient(interfaceName));

    private bool IsKernelAdvertised(RouteMessage route, string? interfaceName) =>
        route.Key.Family == RouteNumbers.Inet6 && (_advertised ??= KernelRouterAdvertisement.Read()).Made(route, interfaceName);

    private string? ManagerOf(int interfaceIndex) =>
        _managers.TryGetValue(interfaceIndex, out var manager) ? manager : _managers[interfaceIndex] = interfaces.Of(interfaceIndex);
}
