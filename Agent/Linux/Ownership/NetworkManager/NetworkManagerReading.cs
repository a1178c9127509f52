using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Strategies.NetworkManager;
using IwTune.Agent.Linux.SystemBus;

namespace IwTune.Agent.Linux.Ownership.NetworkManager;

/// <summary>What NetworkManager reports about the devices of this network namespace, in one reading.</summary>
/// <param name="bus">Carries the calls.</param>
/// <param name="devices">The devices that it applied a profile to.</param>
/// <param name="convertsGateway">True when a profile's <c>gateway</c> may be made a route.</param>
/// <param name="time">Limits waiting.</param>
internal sealed class NetworkManagerReading(
    ISystemBus bus,
    IReadOnlyList<NetworkManagerDevice> devices,
    bool convertsGateway,
    TimeProvider time
)
{
    /// <summary>The device of an interface; <see langword="null"/> when NetworkManager does not manage it.</summary>
    public NetworkManagerDevice? DeviceOf(string? interfaceName)
    {
        foreach (var device in devices)
        {
            if (device.Interface == interfaceName)
                return device;
        }
        return null;
    }

    /// <summary>Who made a route on one of its devices, and how its own configuration would carry a window.</summary>
    public RouteOwner OwnerOf(RouteMessage route, NetworkManagerDevice device)
    {
        if (route.Protocol == RouteProtocol.Boot || device.LeavesAlone(ProfileRoute.Setting(route)))
            return new RouteOwner(null, RouteSource.Unknown);
        var source = route.Protocol switch
        {
            RouteProtocol.Kernel => RouteSource.Prefix,
            RouteProtocol.Dhcp => route.Key.Family == RouteNumbers.Inet ? RouteSource.Dhcp4 : RouteSource.Dhcp6,
            RouteProtocol.RouterAdvertisement => RouteSource.RouterAdvertisement,
            RouteProtocol.Static when ProfileRoute.Find(device.Applied, route) >= 0 => RouteSource.Static,
            RouteProtocol.Static when ProfileRoute.IsGateway(device.Applied, route) => RouteSource.Gateway,
            _ => RouteSource.Unknown,
        };
        return new RouteOwner(InterfaceOwners.NetworkManager, source)
        {
            Profile = device.ProfileName,
            Native = NativeFor(source, device),
            NotNative = Hindrance(source, device),
        };
    }

    private string? Hindrance(RouteSource source, NetworkManagerDevice device) =>
        source switch
        {
            RouteSource.Static or RouteSource.Gateway when !device.LeavesIpv6Alone =>
                $"Applying a changed profile would remove IPv6 from {device.Interface}, so profile '{device.ProfileName}' is not changed.",
            RouteSource.Gateway when !convertsGateway =>
                "The gateway of a profile carries no window; 'network-manager: { convert-gateway: true }' in agent.yaml turns it into "
                    + "a route, which can.",
            _ => null,
        };

    private ProfileStrategy? NativeFor(RouteSource source, NetworkManagerDevice device) =>
        source switch
        {
            _ when !device.LeavesIpv6Alone => null,
            RouteSource.Static => new ProfileStrategy(
                bus,
                device,
                time,
                $"It is a route of NetworkManager's profile '{device.ProfileName}', which can carry its window."
            ),
            RouteSource.Gateway when convertsGateway => new ProfileStrategy(
                bus,
                device,
                time,
                $"The gateway of NetworkManager's profile '{device.ProfileName}' becomes a route of the profile, because only a route "
                    + "carries a window (convert-gateway)."
            ),
            _ => null,
        };
}
