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
    public static byte[] Dump(byte family, uint? table = null)
    {
        var writer = Header(family, destinationLength: 0, RouteFlags.None);
        if (table is { } number)
            writer.UInt32((ushort)RouteAttribute.Table, number);
        return writer.ToMessage(MessageType.GetRoute, RequestFlags.Request | RequestFlags.Dump);
    }

    /// <summary>Which row of the tables serves this address.</summary>
    public static byte[] Lookup(IPAddress address)
    {
        var bytes = address.GetAddressBytes();
        var family = address.AddressFamily == AddressFamily.InterNetwork ? RouteNumbers.Inet : RouteNumbers.Inet6;
        // IPv4 names the table only when asked to; IPv6 always does and refuses to be asked (inet6_rtm_valid_getroute_req).
        var flags = family == RouteNumbers.Inet ? RouteFlags.FibMatch | RouteFlags.LookupTable : RouteFlags.FibMatch;
        return Header(family, (byte)(bytes.Length * 8), flags)
            .Attribute((ushort)RouteAttribute.Destination, bytes)
            .ToMessage(MessageType.GetRoute, RequestFlags.Request);
    }

    private static NetlinkWriter Header(byte family, byte destinationLength, RouteFlags flags)
    {
        Span<byte> header = stackalloc byte[RouteMessage.HeaderLength];
        header.Clear();
        header[0] = family;
        header[1] = destinationLength;
        var bits = (uint)flags;
        MemoryMarshal.Write(header[8..], in bits);
        return new NetlinkWriter().Bytes(header);
    }
}
