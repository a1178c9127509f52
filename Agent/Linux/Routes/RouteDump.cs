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
        var routes = Read(Messages(netlink, family, table));
        // A kernel without strict checking ignores the filter.
        return table is { } number ? routes.FindAll(route => route.Key.Table == number) : routes;
    }

    /// <summary>
    /// Our shadows in every table. The kernel filters them, so that a host without any pays nothing for its large tables.
    /// </summary>
    public static List<RouteMessage> Shadows(NetlinkSocket netlink)
    {
        var shadows = new List<RouteMessage>();
        foreach (var family in (ReadOnlySpan<byte>)[RouteNumbers.Inet, RouteNumbers.Inet6])
            shadows.AddRange(
                Read(netlink.Dump("reading shadow routes", RouteRequests.Dump(family, protocol: RouteProtocol.IwTune)))
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
                Read(netlink.Dump("reading the routes of an experiment", RouteRequests.Dump(family, protocol: RouteProtocol.IwTuneCopy)))
                    .FindAll(route => route.IsCopy)
            );
        return copies;
    }

    public static Dictionary<int, string> Links(NetlinkSocket netlink)
    {
        var names = new Dictionary<int, string>();
        foreach (var message in netlink.Dump("reading the interfaces", LinkMessage.DumpRequest()))
        {
            if (message.Type == MessageType.NewLink && LinkMessage.Read(message.Body.Span) is var link)
                names[link.Index] = link.Name;
        }
        return names;
    }

    private static List<RouteMessage> Read(List<NetlinkMessage> messages)
    {
        var routes = new List<RouteMessage>(messages.Count);
        foreach (var message in messages)
        {
            if (message.Type == MessageType.NewRoute)
                routes.Add(RouteMessage.Read(message.Body));
        }
        return routes;
    }

    private static List<NetlinkMessage> Messages(NetlinkSocket netlink, byte family, uint? table)
    {
        try
        {
            return netlink.Dump(
                family == RouteNumbers.Inet ? "reading the IPv4 routes" : "reading the IPv6 routes",
                RouteRequests.Dump(family, table)
            );
        }
        // A table exists as long as a route is in it.
        catch (NetlinkException gone) when (table is not null && gone.Error?.Errno == LibC.ENOENT)
        {
            return [];
        }
    }
}
