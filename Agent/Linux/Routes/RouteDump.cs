using IwTune.Agent.Engine;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;

namespace IwTune.Agent.Linux.Routes;

/// <summary>Reads routes and the names of interfaces.</summary>
internal static class RouteDump
{
    /// <param name="netlink">Asks the kernel.</param>
    /// <param name="family">AF_INET or AF_INET6.</param>
    /// <param name="table">The table; <see langword="null"/> for all.</param>
    public static List<RouteMessage> Routes(NetlinkSocket netlink, byte family, uint? table = null)
    {
        var routes = All(netlink, family, table);
        // A kernel without strict checking ignores the filter.
        if (table is { } number)
            return routes.FindAll(route => route.Key.Table == number);
        netlink.Known.Keep(family, routes);
        return routes;
    }

    /// <summary>
    /// Our shadows in every table. The kernel filters them, so that a host without any pays nothing for its large tables.
    /// </summary>
    public static List<RouteMessage> Shadows(NetlinkSocket netlink)
    {
        var shadows = new List<RouteMessage>();
        foreach (var family in (ReadOnlySpan<byte>)[RouteNumbers.Inet, RouteNumbers.Inet6])
            shadows.AddRange(
                netlink
                    .Dump<RouteMessage>("reading shadow routes", RouteRequests.Dump(family, protocol: RouteProtocol.IwTune), Read)
                    .FindAll(route => route.IsShadow)
            );
        return shadows;
    }

    /// <summary>Our copies in the tables of an experiment.</summary>
    public static List<RouteMessage> Copies(NetlinkSocket netlink)
    {
        var copies = new List<RouteMessage>();
        foreach (var family in (ReadOnlySpan<byte>)[RouteNumbers.Inet, RouteNumbers.Inet6])
            copies.AddRange(
                netlink
                    .Dump<RouteMessage>(
                        "reading the routes of an experiment",
                        RouteRequests.Dump(family, protocol: RouteProtocol.IwTuneCopy),
                        Read
                    )
                    .FindAll(route => route.IsCopy)
            );
        return copies;
    }

    public static Dictionary<int, string> Links(NetlinkSocket netlink)
    {
        var names = new Dictionary<int, string>();
        foreach (var link in netlink.Dump<LinkMessage>("reading the interfaces", LinkMessage.DumpRequest(), ReadLink))
            names[link.Index] = link.Name;
        return names;
    }

    private static void Read(NetlinkMessage message, List<RouteMessage> routes)
    {
        if (message.Type == MessageType.NewRoute)
            routes.Add(RouteMessage.Read(message.Body.ToArray()));
    }

    private static void ReadLink(NetlinkMessage message, List<LinkMessage> links)
    {
        if (message.Type == MessageType.NewLink)
            links.Add(LinkMessage.Read(message.Body.Span));
    }

    private static List<RouteMessage> All(NetlinkSocket netlink, byte family, uint? table)
    {
        var known = new EarlierList<RouteMessage>([]);
        try
        {
            return netlink.Dump<RouteMessage>(
                family == RouteNumbers.Inet ? "reading the IPv4 routes" : "reading the IPv6 routes",
                RouteRequests.Dump(family, table),
                ReadAgain
            );
        }
        // A table exists as long as a route is in it.
        catch (NetlinkException gone) when (table is not null && gone.Error?.Errno == LibC.ENOENT)
        {
            return [];
        }

        void ReadAgain(NetlinkMessage message, List<RouteMessage> routes)
        {
            if (message.Type != MessageType.NewRoute)
                return;
            if (routes.Count == 0)
            {
                known = netlink.Known.Of(family, table); // a table that changed meanwhile is read from its beginning
                routes.EnsureCapacity(table is null ? netlink.Known.Count(family) : 0);
            }
            routes.Add(known.Next(message.Body, HasBytes) ?? RouteMessage.Read(message.Body.ToArray()));
        }
    }

    private static bool HasBytes(RouteMessage route, ReadOnlyMemory<byte> bytes) => route.Raw.Span.SequenceEqual(bytes.Span);
}
