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
        foreach (var message in netlink.Dump("reading the interfaces", LinkMessage.DumpRequest()))
        {
            if (message.Type == MessageType.NewLink && LinkMessage.Read(message.Body.Span) is var link)
                names[link.Index] = link.Name;
        }
        return names;
    }

    private static void Read(NetlinkMessage message, List<RouteMessage> routes)
    {
        if (message.Type == MessageType.NewRoute)
            routes.Add(RouteMessage.Read(message.Body));
    }

    private static List<RouteMessage> All(NetlinkSocket netlink, byte family, uint? table)
    {
        try
        {
            return netlink.Dump<RouteMessage>(
                family == RouteNumbers.Inet ? "reading the IPv4 routes" : "reading the IPv6 routes",
                RouteRequests.Dump(family, table),
                Read
            );
        }
        // A table exists as long as a route is in it.
        catch (NetlinkException gone) when (table is not null && gone.Error?.Errno == LibC.ENOENT)
        {
            return [];
        }
    }
}
