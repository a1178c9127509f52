using IwTune.Agent.Linux.Ownership;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>
/// A shadow: the same route once more under our own protocol number and with a metric that is better by one. Before an IPv4 route of metric
/// 0, which none is better than, it has the same metric and comes first: the kernel keeps routes of one key in order and uses the first.
/// </summary>
internal sealed partial class RouteMessage
{
    /// <summary>True for a route of our own, which stands before an owner's.</summary>
    public bool IsShadow => Protocol == RouteProtocol.IwTune;

    /// <summary>The key that a shadow of this route has.</summary>
    public RouteKey ShadowKey => ShadowSharesKey ? Key : Key with { Priority = Key.Priority - 1 };

    /// <summary>True when a shadow of this route cannot have a better metric.</summary>
    public bool ShadowSharesKey => Key.Priority == 0;

    /// <summary>The key of the route that this shadow stands before, unless it shares its own.</summary>
    public RouteKey ShadowedKey => Key with { Priority = Key.Priority + 1 };

    /// <summary>True when both leave by the same next hop: what the owner may have changed beside it can be followed.</summary>
    public bool SameNexthop(RouteMessage other) =>
        OutInterface == other.OutInterface && NexthopId == other.NexthopId && Equals(Gateway, other.Gateway)
        && Nexthops.SequenceEqual(other.Nexthops);

    /// <summary>True when this shadow is the owner's route in everything but protocol, metric, window and time left to live.</summary>
    public bool IsShadowOf(RouteMessage owner) =>
        IsShadow && Key == owner.ShadowKey && ShadowComparable().AsSpan().SequenceEqual(owner.ShadowComparable());

    /// <summary>The request that makes a shadow of this route.</summary>
    /// <param name="window">The window it gives.</param>
    /// <param name="expiresIn">Seconds until the kernel removes it by itself; 0 for IPv4, which has no such thing.</param>
    /// <param name="how">Beside a request with an acknowledgement: create, replace, append.</param>
    public byte[] ShadowRequest(Window window, uint expiresIn, RequestFlags how)
    {
        var writer = ShadowHeader();
        var hasMetrics = false;
        foreach (var attribute in new Attributes(Raw.Span[HeaderLength..]))
        {
            switch (attribute.Route)
            {
                case RouteAttribute.Priority:
                    writer.UInt32(attribute.RawType, ShadowKey.Priority);
                    break;
                case RouteAttribute.Metrics:
                    hasMetrics = true;
                    AddMetrics(writer, attribute.RawType, attribute.Payload, window);
                    break;
                case RouteAttribute.CacheInfo:
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
        return writer.ToMessage(MessageType.NewRoute, RequestFlags.Request | RequestFlags.Ack | how);
    }

    /// <summary>The request that deletes exactly this route, whatever its metrics are by then.</summary>
    public byte[] DeleteRequest()
    {
        var writer = Header(new NetlinkWriter());
        foreach (var attribute in new Attributes(Raw.Span[HeaderLength..]))
        {
            if (attribute.Route is not (RouteAttribute.Metrics or RouteAttribute.CacheInfo))
                AddOther(writer, attribute);
        }
        return writer.ToMessage(MessageType.DelRoute, RequestFlags.Request | RequestFlags.Ack);
    }

    private byte[] ShadowComparable() => Comparable(ShadowHeader(), RouteAttribute.Priority);

    /// <summary>This route without its window, its time left to live and the attribute that sets a twin of it apart.</summary>
    private byte[] Comparable(NetlinkWriter writer, RouteAttribute apart)
    {
        foreach (var attribute in new Attributes(Raw.Span[HeaderLength..]))
        {
            if (attribute.Route == apart || attribute.Route == RouteAttribute.CacheInfo)
                continue;
            if (attribute.Route == RouteAttribute.Metrics)
                AddMetrics(writer, attribute.RawType, attribute.Payload, Window.Unset);
            else
                AddOther(writer, attribute);
        }
        return writer.ToArray();
    }

    private NetlinkWriter ShadowHeader()
    {
        Span<byte> header = stackalloc byte[HeaderLength];
        Header(new NetlinkWriter()).ToArray().CopyTo(header);
        header[ProtocolOffset] = RouteProtocol.IwTune;
        return new NetlinkWriter().Bytes(header);
    }
}
