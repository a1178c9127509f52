using System.Net;
using System.Text;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies.Networkd;

/// <summary>The section of a drop-in for one route (systemd.network(5)).</summary>
internal static class DropInSection
{
    public const string LeaseHeader = "[DHCPv4]";

    /// <summary>RT_SCOPE_LINK.</summary>
    private const byte LinkScope = 253;

    /// <summary>The window of every route that the link's leases bring.</summary>
    public static string OfLease(Window window) => AppendWindow(new StringBuilder(LeaseHeader).Append('\n'), window).ToString();

    /// <summary>
    /// The shadow of a static route, made by networkd itself: a further route beside the configured one, which stays untouched.
    /// </summary>
    /// <returns>
    /// <see langword="null"/> when the route has an attribute that this section cannot express; a route that differs would be another
    /// route.
    /// </returns>
    public static string? OfShadow(RouteMessage route, Window window)
    {
        var prefersOwn = route.Key.Priority > (route.Key.Family == RouteNumbers.Inet6 ? 1u : 0u);
        if (
            !prefersOwn
            || route.Key.Tos != 0
            || route.NexthopId != 0
            || route.Nexthops.Count > 0
            || route.HasEncap
            || route.ExpiresIn > 0
            || !HasUsualScope(route)
        )
            return null;
        var text = new StringBuilder("[Route]\n");
        if (route.Key.DestinationLength > 0)
            text.Append($"Destination={route.Destination}\n");
        if (route.Gateway is { } gateway)
            text.Append($"Gateway={gateway}\n");
        if (route.Flags.HasFlag(RouteFlags.OnLink))
            text.Append("GatewayOnLink=yes\n");
        text.Append($"Metric={route.Key.Priority - 1}\nProtocol={RouteProtocol.IwTune}\n");
        if (route.Key.Table != RouteNumbers.MainTable)
            text.Append($"Table={route.Key.Table}\n");
        foreach (var attribute in new Attributes(route.Raw.Span[RouteMessage.HeaderLength..]))
        {
            if (!TryAppend(text, attribute))
                return null;
        }
        return AppendWindow(text, window).ToString();
    }

    private static bool HasUsualScope(RouteMessage route) =>
        route.Key.Family == RouteNumbers.Inet6 || route.Raw.Span[6] == (route.Gateway is null ? LinkScope : 0);

    /// <returns>False for what networkd cannot express.</returns>
    private static bool TryAppend(StringBuilder text, in Attributes.Attribute attribute)
    {
        const ushort preference = 20;
        switch (attribute.Route)
        {
            case RouteAttribute.Destination
            or RouteAttribute.Gateway
            or RouteAttribute.OutInterface
            or RouteAttribute.Priority
            or RouteAttribute.Table
            or RouteAttribute.CacheInfo:
                return true;
            case RouteAttribute.PreferredSource:
                text.Append($"PreferredSource={new IPAddress(attribute.Payload)}\n");
                return true;
            case RouteAttribute.Metrics:
                return TryAppendMetrics(text, attribute.Payload);
            default:
                // ICMPV6_ROUTER_PREF_MEDIUM is the value of a route that names none.
                return attribute is { Type: preference, Payload: [0] };
        }
    }

    private static bool TryAppendMetrics(StringBuilder text, ReadOnlySpan<byte> nest)
    {
        const ushort mtu = 2,
            advertisedMss = 8;
        foreach (var metric in new Attributes(nest))
        {
            if (metric.Type == mtu)
                text.Append($"MTUBytes={metric.UInt32}\n");
            else if (metric.Type == advertisedMss)
                text.Append($"TCPAdvertisedMaximumSegmentSize={metric.UInt32}\n");
            else if (metric.Metric is not (RouteMetric.InitCwnd or RouteMetric.InitRwnd))
                return false;
        }
        return true;
    }

    private static StringBuilder AppendWindow(StringBuilder text, Window window)
    {
        if (window.InitCwnd is { } cwnd)
            text.Append($"InitialCongestionWindow={cwnd}\n");
        if (window.InitRwnd is { } rwnd)
            text.Append($"InitialAdvertisedReceiveWindow={rwnd}\n");
        return text;
    }
}
