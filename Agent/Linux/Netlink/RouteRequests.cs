using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>Questions about routes. The kernel checks them strictly: every field that is no filter is zero.</summary>
internal static class RouteRequests
{
    /// <summary>All routes of one family, or of one table of it.</summary>
    /// <param name="family">AF_INET or AF_INET6.</param>
    /// <param name="table">The table; <see langword="null"/> for all.</param>
    /// <param name="protocol">rtm_protocol; 0 for any.</param>
    public static byte[] Dump(byte family, uint? table = null, byte protocol = 0)
    {
        var writer = Header(family, destinationLength: 0, RouteFlags.None, protocol: protocol);
        if (table is { } number)
            writer.UInt32((ushort)RouteAttribute.Table, number);
        return writer.ToMessage(MessageType.GetRoute, RequestFlags.Request | RequestFlags.Dump);
    }

    /// <summary>Asks which row of the tables serves this address.</summary>
    public static byte[] Lookup(IPAddress address) => Lookup(address, from: null, leaving: 0);

    /// <summary>Asks which row of the tables serves packets to this address.</summary>
    /// <param name="address">Where to.</param>
    /// <param name="from">
    /// An address of this host that they come from, which policy rules may look at; <see langword="null"/> for any.
    /// </param>
    /// <param name="leaving">Index of the interface their socket is bound to; 0 for none.</param>
    public static byte[] Lookup(IPAddress address, IPAddress? from, int leaving)
    {
        var bytes = address.GetAddressBytes();
        var family = address.AddressFamily == AddressFamily.InterNetwork ? RouteNumbers.Inet : RouteNumbers.Inet6;
        // IPv4 names the table only when asked; IPv6 always does and refuses the flag (inet6_rtm_valid_getroute_req).
        var flags = family == RouteNumbers.Inet ? RouteFlags.FibMatch | RouteFlags.LookupTable : RouteFlags.FibMatch;
        var request = Header(family, (byte)(bytes.Length * 8), flags, sourceLength: (byte)(from is null ? 0 : bytes.Length * 8))
            .Attribute((ushort)RouteAttribute.Destination, bytes);
        if (from is not null)
            request.Attribute((ushort)RouteAttribute.Source, from.GetAddressBytes());
        if (leaving != 0)
            request.UInt32((ushort)RouteAttribute.OutInterface, (uint)leaving);
        return request.ToMessage(MessageType.GetRoute, RequestFlags.Request);
    }

    private static NetlinkWriter Header(byte family, byte destinationLength, RouteFlags flags, byte sourceLength = 0, byte protocol = 0)
    {
        Span<byte> header = stackalloc byte[RouteMessage.HeaderLength];
        header.Clear();
        header[0] = family;
        header[1] = destinationLength;
        header[2] = sourceLength;
        header[RouteMessage.ProtocolOffset] = protocol;
        var bits = (uint)flags;
        MemoryMarshal.Write(header[8..], in bits);
        return new NetlinkWriter().Bytes(header);
    }
}
