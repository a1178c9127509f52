using IwTune.Agent.Linux.Ownership;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>A copy: the same route once more in a table of our own, where only the connections of one arm of an experiment look.</summary>
internal sealed partial class RouteMessage
{
    private const int TableOffset = 4;

    /// <summary>RT_TABLE_COMPAT: the table is in its attribute.</summary>
    private const byte TableInAttribute = 252;

    /// <summary>True for a copy of ours.</summary>
    public bool IsCopy => Protocol == RouteProtocol.IwTuneCopy;

    /// <summary>True when this copy is the owner's route in everything but table, protocol, window and time left to live.</summary>
    public bool IsCopyOf(RouteMessage owner) => IsCopy && CopyComparable().AsSpan().SequenceEqual(owner.CopyComparable());

    /// <summary>
    /// The request that makes a copy of this route. APPEND: several routes of one key keep their order. One that is there is answered with EEXIST,
    /// and an IPv6 one gets its full life again by that (fib6_add_rt2node).
    /// </summary>
    /// <param name="table">Where.</param>
    /// <param name="window">The window it gives.</param>
    /// <param name="expiresIn">Seconds until the kernel removes it by itself; 0 for IPv4, which has no such thing.</param>
    public byte[] CopyRequest(uint table, Window window, uint expiresIn)
    {
        var writer = CopyHeader().UInt32((ushort)RouteAttribute.Table, table);
        var hasMetrics = false;
        foreach (var attribute in new Attributes(Raw.Span[HeaderLength..]))
        {
            switch (attribute.Route)
            {
                case RouteAttribute.Table or RouteAttribute.CacheInfo:
                    break;
                case RouteAttribute.Metrics:
                    hasMetrics = true;
                    AddMetrics(writer, attribute.RawType, attribute.Payload, window);
                    break;
                default:
                    AddOther(writer, attribute);
                    break;
            }
        }
        if (!hasMetrics)
            AddMetrics(writer, (ushort)RouteAttribute.Metrics, default, window);
        if (expiresIn > 0)
            writer.UInt32((ushort)RouteAttribute.Expires, expiresIn);
        return writer.ToMessage(MessageType.NewRoute, RequestFlags.Request | RequestFlags.Ack | RequestFlags.Create | RequestFlags.Append);
    }

    private byte[] CopyComparable() => Comparable(CopyHeader(), RouteAttribute.Table);

    private NetlinkWriter CopyHeader()
    {
        Span<byte> header = stackalloc byte[HeaderLength];
        Header(new NetlinkWriter()).ToArray().CopyTo(header);
        header[TableOffset] = TableInAttribute;
        header[ProtocolOffset] = RouteProtocol.IwTuneCopy;
        return new NetlinkWriter().Bytes(header);
    }
}
