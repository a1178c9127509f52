using IwTune.Agent.Linux.Ownership;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>
/// A shadow: the same route again under our own protocol number, with a metric that is better by one. No metric is better than 0, so before
/// an IPv4 route of metric 0 the shadow has the same metric and comes first: the kernel keeps routes of one key in order and uses the
/// first.
/// </summary>
internal static class RouteShadow
{
    /// <summary>True when this shadow is the owner's route in everything but protocol, metric, window and time left to live.</summary>
    public static bool IsShadowOf(this RouteMessage shadow, RouteMessage owner) =>
        shadow.IsShadow && shadow.Key == owner.ShadowKey && Comparable(shadow).AsSpan().SequenceEqual(Comparable(owner));

    /// <summary>The request that makes a shadow of this route.</summary>
    /// <param name="route">The owner's route.</param>
    /// <param name="window">The window it gives.</param>
    /// <param name="expiresIn">Seconds until the kernel removes it by itself; 0 for IPv4, which has no such thing.</param>
    /// <param name="how">Beside a request with an acknowledgement: create, replace, append.</param>
    public static byte[] ShadowRequest(this RouteMessage route, Window window, uint expiresIn, RequestFlags how)
    {
        var writer = Header(route);
        var hasMetrics = false;
        foreach (var attribute in route.Attributes)
        {
            switch (attribute.Route)
            {
                case RouteAttribute.Priority:
                    writer.UInt32(attribute.RawType, route.ShadowKey.Priority);
                    break;
                case RouteAttribute.Metrics:
                    hasMetrics = true;
                    RouteMetrics.Add(writer, attribute.RawType, attribute.Payload, window);
                    break;
                case RouteAttribute.CacheInfo:
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
        return writer.ToMessage(MessageType.NewRoute, RequestFlags.Request | RequestFlags.Ack | how);
    }

    private static byte[] Comparable(RouteMessage route) => route.Comparable(Header(route), RouteAttribute.Priority);

    private static NetlinkWriter Header(RouteMessage route)
    {
        Span<byte> header = stackalloc byte[RouteMessage.HeaderLength];
        route.Header(new NetlinkWriter()).ToArray().CopyTo(header);
        header[RouteMessage.ProtocolOffset] = RouteProtocol.IwTune;
        return new NetlinkWriter().Bytes(header);
    }
}
