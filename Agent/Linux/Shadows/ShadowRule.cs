using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Routes;

namespace IwTune.Agent.Linux.Shadows;

/// <summary>Where a shadow would change more than a window: which interface or router is used, or whether there is another to fall back on.</summary>
internal static class ShadowRule
{
    /// <returns>Why no shadow can stand before the route, and what would help; <see langword="null"/> when one can.</returns>
    public static string? Hindrance(RouteMessage route, RouteNeighbours near)
    {
        if (route.Nexthops.Count > 0)
            return "It has several next hops, which one copy cannot follow; set the window in its owner's configuration.";
        if (route.Key.Priority <= LeastPriority(route))
            return $"Its metric is {route.Key.Priority}, and nothing can stand before that; give it a larger metric, or set the window in its owner's configuration.";
        if (near.Before)
            return $"A copy would need metric {route.Key.Priority - 1}, which another route to the same destination has, and would jump above or beside it; let their metrics differ by two or more.";
        if (near.SameKey > 1 && !(near.First && near.OneWay && route.Key.Family == RouteNumbers.Inet))
            return "A copy of one of them would take the choice between them away; give them metrics that differ by two or more.";
        return null;
    }

    /// <summary>rtm_to_fib6_config() reads metric 0 as 1024.</summary>
    private static uint LeastPriority(RouteMessage route) => route.Key.Family == RouteNumbers.Inet6 ? 1u : 0u;
}
