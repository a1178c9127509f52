using IwTune.Agent.Engine;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>
/// The routes of the last reading of every table. The next one uses those again whose bytes are the same: of a thousand routes a turn
/// changes a few, and reads all of them several times.
/// </summary>
internal sealed class KnownRoutes
{
    private List<RouteMessage> _ipv4 = [];
    private List<RouteMessage> _ipv6 = [];

    /// <summary>How many of this family there were.</summary>
    public int Count(byte family) => Of(family).Count;

    /// <summary>Those of this family, from the first of the table on.</summary>
    /// <param name="family">AF_INET or AF_INET6.</param>
    /// <param name="table">The table; <see langword="null"/> for all.</param>
    public EarlierList<RouteMessage> Of(byte family, uint? table)
    {
        var known = Of(family);
        return new EarlierList<RouteMessage>(known, table is null ? 0 : Math.Max(0, known.FindIndex(route => route.Key.Table == table)));
    }

    /// <summary>All that this family has now.</summary>
    public void Keep(byte family, List<RouteMessage> routes)
    {
        var kept = routes.Count > EarlierList<RouteMessage>.Most ? [] : routes;
        if (family == RouteNumbers.Inet)
            _ipv4 = kept;
        else
            _ipv6 = kept;
    }

    private List<RouteMessage> Of(byte family) => family == RouteNumbers.Inet ? _ipv4 : _ipv6;
}
