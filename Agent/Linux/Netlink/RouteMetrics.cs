using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>The window among a route's metrics (RTA_METRICS).</summary>
internal static class RouteMetrics
{
    /// <summary>The window in a nest of metrics.</summary>
    public static Window Read(ReadOnlySpan<byte> nest)
    {
        int? cwnd = null,
            rwnd = null;
        foreach (var metric in new Attributes(nest))
        {
            if (metric.Metric == RouteMetric.InitCwnd)
                cwnd = ToSegments(metric.UInt32);
            else if (metric.Metric == RouteMetric.InitRwnd)
                rwnd = ToSegments(metric.UInt32);
        }
        return cwnd is null && rwnd is null ? Window.Unset : new Window(cwnd, rwnd);
    }

    /// <summary>
    /// The kernel uses zero for unset. It takes any 32-bit number; one that does not fit is reported as the largest that does.
    /// </summary>
    private static int? ToSegments(uint value) => value == 0 ? null : (int)Math.Min(value, int.MaxValue);

    /// <summary>The window as it selects a route: the kernel compares only metrics that are named, and an unset one is 0.</summary>
    public static Window Selecting(Window window) => new(window.InitCwnd ?? 0, window.InitRwnd ?? 0);

    /// <summary>
    /// The metrics with this window instead of theirs. The kernel replaces the nest as a whole (ip_metrics_convert), so every other metric,
    /// its lock bits included, is written unchanged. An empty nest is left out.
    /// </summary>
    public static void Add(NetlinkWriter route, ushort rawType, ReadOnlySpan<byte> nest, Window window)
    {
        var writer = new NetlinkWriter();
        foreach (var metric in new Attributes(nest))
        {
            if (metric.Metric is not (RouteMetric.InitCwnd or RouteMetric.InitRwnd))
                writer.Attribute(metric.RawType, metric.Payload);
        }
        if (window.InitCwnd is { } cwnd)
            writer.UInt32((ushort)RouteMetric.InitCwnd, (uint)cwnd);
        if (window.InitRwnd is { } rwnd)
            writer.UInt32((ushort)RouteMetric.InitRwnd, (uint)rwnd);
        if (writer.Length > 0)
            route.Attribute(rawType, writer.ToArray());
    }
}
