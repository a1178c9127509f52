using System.Runtime.InteropServices;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Netlink;

internal sealed partial class RouteMessage
{
    private const int FlagsOffset = 8;

    /// <summary>
    /// The request that gives the route this window and leaves the rest unchanged. REPLACE without CREATE: when the route was removed
    /// meanwhile, the kernel answers ENOENT instead of making a new one.
    /// </summary>
    public byte[] ReplaceRequest(Window window) => Request(MessageType.NewRoute, RequestFlags.Replace, window);

    /// <summary>The request that makes the same route with this window, behind all routes of its key.</summary>
    public byte[] AppendRequest(Window window) => Request(MessageType.NewRoute, RequestFlags.Create | RequestFlags.Append, window);

    /// <summary>The request that deletes the same route with this window, and none that differs from it in a metric.</summary>
    public byte[] DeleteRequest(Window window) => Request(MessageType.DelRoute, default, RouteMetrics.Selecting(window));

    private byte[] Request(MessageType type, RequestFlags flags, Window window)
    {
        var writer = Header(new NetlinkWriter());
        var hasMetrics = false;
        foreach (var attribute in Attributes)
        {
            switch (attribute.Route)
            {
                case RouteAttribute.Metrics:
                    hasMetrics = true;
                    RouteMetrics.Add(writer, attribute.RawType, attribute.Payload, window);
                    break;
                // The kernel ignores cache information on input; without RTA_EXPIRES the route would stay forever.
                case RouteAttribute.CacheInfo:
                    if (ExpiresIn > 0)
                        writer.UInt32((ushort)RouteAttribute.Expires, ExpiresIn);
                    break;
                default:
                    AddOther(writer, attribute);
                    break;
            }
        }
        if (!hasMetrics)
            RouteMetrics.Add(writer, (ushort)RouteAttribute.Metrics, default, window);
        return writer.ToMessage(type, RequestFlags.Request | RequestFlags.Ack | flags);
    }

    /// <summary>The request that deletes exactly this route, whatever its metrics are by then.</summary>
    public byte[] DeleteRequest()
    {
        var writer = Header(new NetlinkWriter());
        foreach (var attribute in Attributes)
        {
            if (attribute.Route is not (RouteAttribute.Metrics or RouteAttribute.CacheInfo))
                AddOther(writer, attribute);
        }
        return writer.ToMessage(MessageType.DelRoute, RequestFlags.Request | RequestFlags.Ack);
    }

    /// <summary>rtmsg without state flags: IPv4 refuses a route that says it is dead or its link down.</summary>
    internal NetlinkWriter Header(NetlinkWriter writer)
    {
        var flags = (uint)(Flags & RouteFlags.OnLink);
        return writer.Bytes(Raw.Span[..FlagsOffset]).Bytes(MemoryMarshal.AsBytes(new ReadOnlySpan<uint>(in flags)));
    }

    /// <summary>An attribute as it is sent to the kernel.</summary>
    internal void AddOther(NetlinkWriter writer, in Attributes.Attribute attribute)
    {
        switch (attribute.Route)
        {
            // A dump shows a nexthop object and, for old readers, what is in it; sending both is EINVAL.
            case RouteAttribute.Gateway
            or RouteAttribute.OutInterface
            or RouteAttribute.Via
            or RouteAttribute.Multipath when NexthopId != 0:
                break;
            case RouteAttribute.Multipath:
                writer.Attribute(attribute.RawType, WithoutState(attribute.Payload));
                break;
            default:
                writer.Attribute(attribute.RawType, attribute.Payload);
                break;
        }
    }

    private static byte[] WithoutState(ReadOnlySpan<byte> nexthops)
    {
        var copy = nexthops.ToArray();
        for (var at = 0; at < copy.Length; )
        {
            var length = Nexthop.LengthOf(copy.AsSpan(at));
            copy[at + 2] &= (byte)RouteFlags.OnLink;
            at += NetlinkWriter.Align(length);
        }
        return copy;
    }
}
