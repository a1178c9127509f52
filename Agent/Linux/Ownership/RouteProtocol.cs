namespace IwTune.Agent.Linux.Ownership;

/// <summary>rtm_protocol: who made a route, by its own statement (include/uapi/linux/rtnetlink.h, RTPROT_*).</summary>
internal static class RouteProtocol
{
    /// <summary>The program's name where the kernel itself watches over a route.</summary>
    public const string KernelProgram = "kernel";

    /// <summary>
    /// Our own routes that stand before an owner's. From 4 on the kernel does not interpret the number; 105 is unassigned in iproute2's
    /// etc/iproute2/rt_protos.
    /// </summary>
    public const byte IwTune = 105;

    /// <summary>Copies of routes in the tables of an experiment, and the rules that lead there; 106 is unassigned, too.</summary>
    public const byte IwTuneCopy = 106;

    public const byte Kernel = 2;
    public const byte Boot = 3;
    public const byte Static = 4;
    public const byte RouterAdvertisement = 9;
    public const byte Dhcp = 16;

    /// <summary>The name <c>ip route</c> prints, or the number.</summary>
    public static string Name(byte protocol) =>
        protocol switch
        {
            0 => "unspec",
            1 => "redirect",
            Kernel => "kernel",
            Boot => "boot",
            Static => "static",
            RouterAdvertisement => "ra",
            Dhcp => "dhcp",
            IwTune => "iwtune",
            IwTuneCopy => "iwtune-copy",
            _ => RoutingDaemon(protocol) ?? protocol.ToString(),
        };

    /// <summary>The routing daemon behind a protocol number.</summary>
    /// <returns><see langword="null"/> when it is none.</returns>
    public static string? RoutingDaemon(byte protocol) =>
        protocol switch
        {
            8 => "gated",
            10 => "mrt",
            11 => "zebra",
            12 => "bird",
            13 => "dnrouted",
            14 => "xorp",
            15 => "ntk",
            17 => "mrouted",
            18 => "keepalived",
            42 => "babel",
            84 => "ovn",
            99 => "openr",
            186 => "bgp",
            187 => "isis",
            188 => "ospf",
            189 => "rip",
            192 => "eigrp",
            _ => null,
        };
}
