using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Netlink;

internal sealed partial class RouteMessage
{
    /// <summary>
    /// True when the two differ in nothing but the window, the time left to live, and what the kernel notes about its links.
    /// </summary>
    public bool SameExceptWindow(RouteMessage other) => Comparable().AsSpan().SequenceEqual(other.Comparable());

    /// <summary>True when both leave by the same next hop: what the owner may have changed beside it can be followed.</summary>
    public bool SameNexthop(RouteMessage other) =>
        OutInterface == other.OutInterface
        && NexthopId == other.NexthopId
        && Equals(Gateway, other.Gateway)
        && Nexthops.SequenceEqual(other.Nexthops);

    private byte[] Comparable()
    {
        var writer = Header(new NetlinkWriter());
        foreach (var attribute in Attributes)
        {
            switch (attribute.Route)
            {
                case RouteAttribute.CacheInfo:
                    writer.UInt32((ushort)RouteAttribute.Expires, ExpiresIn > 0 ? 1u : 0u);
                    break;
                case RouteAttribute.Multipath:
                    writer.Attribute(attribute.RawType, WithoutState(attribute.Payload));
                    break;
                case RouteAttribute.Metrics:
                    RouteMetrics.Add(writer, attribute.RawType, attribute.Payload, Window.Unset);
                    break;
                default:
                    writer.Attribute(attribute.RawType, attribute.Payload);
                    break;
            }
        }
        return writer.ToArray();
    }

    /// <summary>This route without its window, its time left to live and the attribute that distinguishes a twin of it.</summary>
    internal byte[] Comparable(NetlinkWriter writer, RouteAttribute apart)
    {
        foreach (var attribute in Attributes)
        {
            if (attribute.Route == apart || attribute.Route == RouteAttribute.CacheInfo)
                continue;
            if (attribute.Route == RouteAttribute.Metrics)
                RouteMetrics.Add(writer, attribute.RawType, attribute.Payload, Window.Unset);
            else
                AddOther(writer, attribute);
        }
        return writer.ToArray();
    }
}
