using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Ownership;

/// <summary>Where the owners of routes that the agent only reports configure a window themselves.</summary>
internal static class OwnersSettings
{
    private const byte Bird = 12;
    private const byte Keepalived = 18;

    /// <param name="daemon">A routing daemon, as <see cref="RouteProtocol.RoutingDaemon"/> names it.</param>
    public static bool HasOne(string daemon) => daemon is "bird" or "keepalived";

    /// <param name="route">A route that only its owner may write.</param>
    /// <param name="owner">Its owner.</param>
    /// <returns><see langword="null"/> when it is not known where its owner would configure it.</returns>
    public static OwnersSetting? Of(RouteMessage route, RouteOwner owner) =>
        owner is { Source: RouteSource.Static, Unit: { } unit }
            ? Path.GetFileName(unit.File).StartsWith("10-netplan-", StringComparison.Ordinal)
                // netplan writes networkd's files anew at every boot.
                ? new("this route's entry in /etc/netplan", "{0}", "congestion-window: {0} ", "advertised-receive-window: {0} ")
                : new(
                    $"this route's [Route] section in {unit.File}{InsteadOfGateway(route)}",
                    "{0}",
                    "InitialCongestionWindow={0} ",
                    "InitialAdvertisedReceiveWindow={0} "
                )
            : Of(route);

    /// <summary>A Gateway= of the [Network] section makes a default route, and carries no window.</summary>
    private static string InsteadOfGateway(RouteMessage route) =>
        route.Key.DestinationLength == 0 ? ", which must replace a Gateway= of its [Network] section" : "";

    /// <returns>
    /// <see langword="null"/> when the program has no setting for it: FRR and the daemons that write through it, OVN, Open/R.
    /// </returns>
    public static OwnersSetting? Of(RouteMessage route) =>
        route.Protocol switch
        {
            // BIRD, sysdep/linux/krt-sys.h: EA_KRT_INITCWND, EA_KRT_INITRWND; an assignment in the filter that exports to the kernel.
            Bird => new(
                $"the {(route.Key.Family == RouteNumbers.Inet ? "ipv4" : "ipv6")} channel of the kernel protocol in bird.conf",
                "export filter {{ {0} accept; }};",
                "krt_initcwnd = {0}; ",
                "krt_initrwnd = {0}; "
            ),
            Keepalived => new("this route's line in virtual_routes of keepalived.conf", "{0}", "initcwnd {0} ", "initrwnd {0} "),
            _ when RouteProtocol.RoutingDaemon(route.Protocol) is not null => null,
            _ when route.Nexthops.Count > 0 || route.NexthopId != 0 => new(
                "the command that makes this route, after its destination",
                "{0}",
                "initcwnd {0} ",
                "initrwnd {0} "
            ),
            _ => null,
        };
}
