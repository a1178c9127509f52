using System.Net;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.SystemBus;

namespace IwTune.Agent.Linux.Ownership.NetworkManager;

/// <summary>Finds a kernel route in a profile.</summary>
internal static class ProfileRoute
{
    public const string RouteData = "route-data";
    public const string Gateway = "gateway";

    /// <summary>The setting with the routes of an address family.</summary>
    public static string Setting(RouteMessage route) => route.Key.Family == RouteNumbers.Inet ? "ipv4" : "ipv6";

    /// <summary>The entry of <c>route-data</c> that the route was made from.</summary>
    /// <returns>-1 when there is none, or several match.</returns>
    public static int Find(BusValue settings, RouteMessage route)
    {
        var (found, exact, ambiguous) = (-1, false, false);
        if (settings.At(Setting(route)) is not { } ip || ip.At(RouteData) is not { } routes)
            return -1;
        for (var i = 0; i < routes.AsList.Count; i++)
        {
            if (!Means(routes.AsList[i], ip, route, out var byMetric) || (exact && !byMetric))
                continue;
            ambiguous = found >= 0 && byMetric == exact;
            (found, exact) = (i, byMetric);
        }
        return ambiguous ? -1 : found;
    }

    /// <summary>True when the route was made from the profile's <c>gateway</c>.</summary>
    public static bool IsGateway(BusValue settings, RouteMessage route) =>
        route.Key is { DestinationLength: 0, SourceLength: 0, Tos: 0 }
        && route.Gateway is { } gateway
        && settings.At(Setting(route)) is { } ip
        && AddressOf(ip.At(Gateway)) is { } configured
        && configured.Equals(gateway)
        && Table(null, ip) == route.Key.Table;

    private static bool Means(BusValue entry, BusValue ip, RouteMessage route, out bool byMetric)
    {
        byMetric = entry.At("metric") is not null;
        return AddressOf(entry.At("dest")) is { } destination
            && destination.Equals(route.Destination.BaseAddress)
            && entry.At("prefix")?.AsNumber == (ulong)route.Destination.PrefixLength
            && Equals(Hop(entry.At("next-hop")), route.Gateway)
            && (!byMetric || Metric(entry, route) == route.Key.Priority)
            && Table(entry, ip) == route.Key.Table
            && (entry.At("tos")?.AsNumber ?? 0) == route.Key.Tos
            && route is { Nexthops.Count: 0, NexthopId: 0 };
    }

    /// <summary>The kernel reads an IPv6 metric of 0 as 1024.</summary>
    private static ulong Metric(BusValue entry, RouteMessage route) =>
        entry.At("metric")!.AsNumber is { } metric and not 0 ? metric
        : route.Key.Family == RouteNumbers.Inet6 ? 1024u
        : 0u;

    /// <summary>A route without a next hop may be written with an address of zeros.</summary>
    private static IPAddress? Hop(BusValue? text) =>
        AddressOf(text) is { } hop && !hop.Equals(IPAddress.Any) && !hop.Equals(IPAddress.IPv6Any) ? hop : null;

    private static ulong Table(BusValue? entry, BusValue ip) =>
        (entry?.At("table") ?? ip.At("route-table"))?.AsNumber is { } table and not 0 ? table : RouteNumbers.MainTable;

    private static IPAddress? AddressOf(BusValue? text) => IPAddress.TryParse(text?.AsText, out var address) ? address : null;
}
