using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.Effective;

/// <summary>The <c>cwnd lock N</c> of a route: RTAX_CWND with its bit in RTAX_LOCK.</summary>
internal static class RouteLock
{
    private const ushort LockBits = 1;
    private const ushort Cwnd = 7;

    /// <returns>Segments; <see langword="null"/> when the route locks no congestion window.</returns>
    public static int? Of(RouteMessage route)
    {
        foreach (var attribute in new Attributes(route.Raw.Span[RouteMessage.HeaderLength..]))
        {
            if (attribute.Route == RouteAttribute.Metrics)
                return Of(attribute.Payload);
        }
        return null;
    }

    private static int? Of(ReadOnlySpan<byte> metrics)
    {
        uint bits = 0,
            cwnd = 0;
        foreach (var metric in new Attributes(metrics))
        {
            if (metric.Type == LockBits)
                bits = metric.UInt32;
            else if (metric.Type == Cwnd)
                cwnd = metric.UInt32;
        }
        return (bits >> Cwnd & 1) != 0 && cwnd > 0 ? (int)Math.Min(cwnd, int.MaxValue) : null;
    }
}
