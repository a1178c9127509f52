using IwTune.Agent.Linux.Ownership;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>A copy: the same route again in a table of our own, which only the connections of one arm of an experiment use.</summary>
internal static class RouteCopy
{
    private const int TableOffset = 4;

    /// <summary>RT_TABLE_COMPAT: the table is in its attribute.</summary>
    private const byte TableInAttribute = 252;

    /// <summary>True when this copy is the owner's route in everything but table, protocol, window and time left to live.</summary>
    public static bool IsCopyOf(this RouteMessage copy, RouteMessage owner) =>
        copy.IsCopy && Comparable(copy).AsSpan().SequenceEqual(Comparable(owner));

    /// <summary>
    /// The request that makes a copy of this route. APPEND: several routes of one key keep their order. One that is there is answered with
    /// EEXIST, and an IPv6 one gets its full life again by that (fib6_add_rt2node).
    /// </summary>
    /// <param name="route">The owner's route.</param>
    /// <param name="table">Where.</param>
    /// <param name="window">The window it gives.</param>
    /// <param name="expiresIn">Seconds until the kernel removes it by itself; 0 for IPv4, which has no such thing.</param>
    public static byte[] CopyRequest(this RouteMessage route, uint table, Window window, uint expiresIn)
    {
        var writer = Header(route).UInt32((ushort)RouteAttribute.Table, table);
        var hasMetrics = false;
        foreach (var attribute in route.Attributes)
        {
            switch (attribute.Route)
            {
                case RouteAttribute.Table or RouteAttribute.CacheInfo:
                    break;
                case RouteAttribute.Metrics:
                    hasMetrics = true;
                    RouteMetrics.Add(writer, attribute.RawType, attribute.Payload, window);
                    break;
                default:
                    route.AddOther(writer, attribute);
                    break;
            }
        }
        if (!hasMetrics)
            RouteMetrics.Add(writer, (ushort)RouteAttribute.Metrics, default, window);
        if (expiresIn > 0)
            writer.UInt32((ushort)RouteAttribute.Expires, expiresIn);
        return writer.ToMessage(MessageType.NewRoute, RequestFlags.Request | RequestFlags.Ack | RequestFlags.Create | RequestFlags.Append);
    }

    private static byte[] Comparable(RouteMessage route) => route.Comparable(Header(route), RouteAttribute.Table);

    private static NetlinkWriter Header(RouteMessage route)
    {
        Span<byte> header = stackalloc byte[RouteMessage.HeaderLength];
        route.Header(new NetlinkWriter()).ToArray().CopyTo(header);
        header[TableOffset] = TableInAttribute;
        header[RouteMessage.ProtocolOffset] = RouteProtocol.IwTuneCopy;
        return new NetlinkWriter().Bytes(header);
    }
}
