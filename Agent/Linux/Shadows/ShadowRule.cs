using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Routes;

namespace IwTune.Agent.Linux.Shadows;

/// <summary>
/// The cases in which a shadow would change more than a window: the interface or router in use, or whether there is another to fall back
/// on.
/// </summary>
internal static class ShadowRule
{
    /// <returns>Why no shadow can stand before the route, and what would help; <see langword="null"/> when one can.</returns>
    /// <param name="route">The route.</param>
    /// <param name="near">The routes beside it.</param>
    /// <param name="owner">Who made it.</param>
    public static string? Hindrance(RouteMessage route, RouteNeighbours near, RouteOwner owner)
    {
        if (route.Nexthops.Count > 0)
            return "It has several next hops, which one copy cannot follow; set the window in its owner's configuration.";
        if (route.Key.Priority <= LeastPriority(route) && !KeepsAliases(route, owner))
            return $"Its metric is {route.Key.Priority}, and nothing can precede that; give it a larger metric, or set the window in "
                + "its owner's configuration.";
        if (near.Before)
            return $"A copy would need metric {route.Key.Priority - 1}, which another route to the same destination has, and would "
                + "come before or beside that route; let their metrics differ by two or more.";
        if (near.SameKey > 1 && !(near.First && near.OneWay && route.Key.Family == RouteNumbers.Inet))
            return "A copy of one of them would remove the choice between them; give them metrics that differ by two or more.";
        return null;
    }

    /// <summary>
    /// True when a copy of the same metric may come first. networkd appends its routes and does not touch one of another protocol before
    /// them (measured on 252). A program that replaces its route would hit ours and leave its own old one behind.
    /// </summary>
    private static bool KeepsAliases(RouteMessage route, RouteOwner owner) =>
        route.Key.Family == RouteNumbers.Inet
        && owner is { Program: InterfaceOwners.Networkd, Source: RouteSource.Static or RouteSource.Gateway };

    /// <summary>rtm_to_fib6_config() reads metric 0 as 1024.</summary>
    private static uint LeastPriority(RouteMessage route) => route.Key.Family == RouteNumbers.Inet6 ? 1u : 0u;
}
