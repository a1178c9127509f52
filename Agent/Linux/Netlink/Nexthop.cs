using System.Net;
using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>One of several next hops (struct rtnexthop inside RTA_MULTIPATH).</summary>
/// <param name="Gateway">Its address; <see langword="null"/> when directly connected.</param>
/// <param name="Interface">The interface's index.</param>
/// <param name="Weight">Its share, from 1.</param>
internal sealed record Nexthop(IPAddress? Gateway, int Interface, int Weight)
{
    /// <summary>Length, flags, weight, interface.</summary>
    public const int HeaderLength = 8;

    /// <summary>The length of the next hop that starts these bytes.</summary>
    /// <exception cref="NetlinkFormatException">It does not fit.</exception>
    public static int LengthOf(ReadOnlySpan<byte> nexthops)
    {
        int length = nexthops.Length < HeaderLength ? 0 : MemoryMarshal.Read<ushort>(nexthops);
        return length >= HeaderLength && length <= nexthops.Length
            ? length
            : throw new NetlinkFormatException($"a next hop claims {length} bytes, but {nexthops.Length} are left");
    }

    public static IReadOnlyList<Nexthop> ReadAll(ReadOnlySpan<byte> nexthops)
    {
        var all = new List<Nexthop>();
        while (!nexthops.IsEmpty)
        {
            var length = LengthOf(nexthops);
            IPAddress? gateway = null;
            foreach (var attribute in new Attributes(nexthops[HeaderLength..length]))
                gateway = RouteMessage.ReadGateway(attribute) ?? gateway;
            all.Add(new Nexthop(gateway, MemoryMarshal.Read<int>(nexthops[4..]), nexthops[3] + 1));
            nexthops = nexthops[Math.Min(NetlinkWriter.Align(length), nexthops.Length)..];
        }
        return all;
    }
}
