using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Netlink;

internal sealed partial class RouteMessage
{
    /// <summary>True when the two differ in nothing but the window, the time left to live, and what the kernel notes about its links.</summary>
    public bool SameExceptWindow(RouteMessage other) => Comparable().AsSpan().SequenceEqual(other.Comparable());

    private byte[] Comparable()
    {
        var writer = Header(new NetlinkWriter());
        foreach (var attribute in new Attributes(Raw.Span[HeaderLength..]))
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
                    AddMetrics(writer, attribute.RawType, attribute.Payload, Window.Unset);
                    break;
                default:
                    writer.Attribute(attribute.RawType, attribute.Payload);
                    break;
            }
        }
        return writer.ToArray();
    }
}
