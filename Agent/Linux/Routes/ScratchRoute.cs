using System.Net;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;

namespace IwTune.Agent.Linux.Routes;

/// <summary>
/// A route for rehearsals: to an address of documentation (RFC 5737), in a table of our own that no rule names, so that no lookup finds it.
/// </summary>
internal static class ScratchRoute
{
    /// <summary>Below the tables of experiments.</summary>
    public const uint Table = 1_063_899;

    private const byte Compatible = 252,
        LinkScope = 253,
        WholeAddress = 32;

    private static readonly byte[] Address = IPAddress.Parse("192.0.2.1").GetAddressBytes();

    /// <exception cref="NetlinkException">The kernel refuses it: no interface lo, or it is down.</exception>
    public static void Make(NetlinkSocket netlink)
    {
        const string Tried = "making the scratch route 192.0.2.1 dev lo";
        var loopback = RouteDump.Links(netlink).FirstOrDefault(link => link.Value == "lo").Key;
        if (loopback == 0)
            throw new NetlinkException($"{Tried}: this host has no interface lo");
        // struct rtmsg: family, destination and source length, tos, table, protocol, scope, type, flags.
        ReadOnlySpan<byte> header =
        [
            RouteNumbers.Inet,
            WholeAddress,
            0,
            0,
            Compatible,
            RouteProtocol.Static,
            LinkScope,
            RouteNumbers.Unicast,
            0,
            0,
            0,
            0,
        ];
        var request = new NetlinkWriter()
            .Bytes(header)
            .UInt32((ushort)RouteAttribute.Table, Table)
            .Attribute((ushort)RouteAttribute.Destination, Address)
            .UInt32((ushort)RouteAttribute.OutInterface, (uint)loopback)
            .ToMessage(MessageType.NewRoute, RequestFlags.Request | RequestFlags.Ack | RequestFlags.Create);
        if (netlink.Change(Tried, request) is { } error)
            throw new NetlinkException(Tried, error);
    }

    /// <summary>Also those of a rehearsal that was killed.</summary>
    public static void Remove(NetlinkSocket netlink)
    {
        foreach (var route in RouteDump.Routes(netlink, RouteNumbers.Inet, Table))
            netlink.Change("removing the scratch route", route.DeleteRequest());
    }
}
