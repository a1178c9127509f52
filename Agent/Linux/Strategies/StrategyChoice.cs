using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Linux.Shadows;
using IwTune.Agent.Linux.Strategies.Networkd;

namespace IwTune.Agent.Linux.Strategies;

/// <summary>
/// Decides how a route may be set: in place only where a replace can hit no other route and no owner would undo it or be harmed. A new
/// strategy needs one more file here and a line in <see cref="For"/>.
/// </summary>
internal static class StrategyChoice
{
    private static readonly IRouteStrategy InPlace = new InPlaceStrategy(
        "The route is the only one of its key, and no other program rewrites it."
    );

    private static readonly IRouteStrategy InPlaceOfLease = new InPlaceStrategy(
        "The route is the only one of its key, and dhclient writes it again only when its lease changes."
    );

    /// <summary>By protocol, for IPv4 and IPv6: a router has a hundred thousand routes of one daemon.</summary>
    private static readonly IRouteStrategy?[] OfDaemons = new IRouteStrategy?[2 * (byte.MaxValue + 1)];

    /// <param name="route">The route.</param>
    /// <param name="near">The routes beside it.</param>
    /// <param name="owner">Who made it.</param>
    public static IRouteStrategy For(RouteMessage route, RouteNeighbours near, RouteOwner owner)
    {
        if (Structure(route) is { } hindrance)
            return new ReportOnlyStrategy(hindrance, OwnersSettings.Of(route));
        if (RouteProtocol.RoutingDaemon(route.Protocol) is { } daemon)
            return OfDaemons[(2 * route.Protocol) + (route.Key.Family == RouteNumbers.Inet ? 0 : 1)] ??= OfDaemon(route, daemon);
        if (owner.Native is { } native && near.SameKey == 1)
            return native;
        if ((OwnersHand(route.Protocol, owner) ?? Aliases(near)) is not { } why)
            return OwnerUnknown(route.Protocol) is { } unknown ? new ReportOnlyStrategy(unknown, OwnersSettings.Of(route))
                : owner.Program == InterfaceOwners.Dhclient ? InPlaceOfLease
                : InPlace;
        return ShadowRule.Hindrance(route, near, owner) is { } cannot
            ? new ReportOnlyStrategy($"{why} {cannot}", OwnersSettings.Of(route, owner))
            : new ShadowStrategy(
                $"{why} A copy {(route.ShadowSharesKey ? "of the same metric" : "with a better metric")} stands before it while an "
                    + "agent runs.",
                BootDropIn.For(route, owner),
                OwnersSettings.Of(route, owner)
            );
    }

    private static ReportOnlyStrategy OfDaemon(RouteMessage route, string daemon) =>
        new(
            $"The routing daemon behind protocol {daemon} owns it and would write it again; "
                + (
                    OwnersSettings.HasOne(daemon)
                        ? "set the window in its configuration."
                        : "it has no setting for a window. 'backend: bpf' in agent.yaml sets one without writing a route."
                ),
            OwnersSettings.Of(route)
        );

    private static string? Structure(RouteMessage route)
    {
        if (route.Key.Family == RouteNumbers.Inet6 && route.Nexthops.Count > 0 && route.NexthopId == 0)
            return "It is one of several IPv6 routes that share the load; each has metrics of its own, the kernel shows only the first "
                + "one's, and a replace would delete the others.";
        // Measured on 6.18: fib_find_info_nh() compares no metrics, so `ip route add … nhid N` shares whatever an earlier route over N has.
        if (route.Key.Family == RouteNumbers.Inet && route.NexthopId != 0)
            return "It uses a nexthop object, and the kernel would give its window to every IPv4 route that is added over the same "
                + "object later.";
        // rtm_to_fib6_config() reads 0 as 1024: a request could only make a second route.
        if (route.Key.Family == RouteNumbers.Inet6 && route.Key.Priority == 0)
            return "The kernel gave it metric 0, which no request can name for an IPv6 route.";
        if (route.HasEncap)
            return "It encapsulates packets; the program that set up the tunnel must set the window.";
        return null;
    }

    private static string? Aliases(RouteNeighbours near) =>
        near.SameKey == 1
            ? null
            : $"{near.SameKey} routes have this destination and metric, and the kernel's replace hits the first of them whatever its "
                + "gateway.";

    /// <summary>
    /// Why the owner's route itself must stay as its owner made it; <see langword="null"/> when no program writes it again.
    /// </summary>
    private static string? OwnersHand(byte protocol, RouteOwner owner) =>
        owner switch
        {
            { Program: RouteProtocol.KernelProgram, Source: RouteSource.RouterAdvertisement } =>
                "The kernel made this route from a router advertisement; a rewrite would make it ignore that router's later "
                    + "advertisements.",
            { Program: { } program, Source: RouteSource.RouterAdvertisement } =>
                $"{Capital(program)} made it from a router advertisement and would write it again with the next one.",
            { Program: { } program, NotNative: { } why } when protocol is RouteProtocol.Static =>
                $"{program} made it and would add its own copy beside a changed one. {why}",
            { Program: { } program } when protocol is RouteProtocol.Kernel or RouteProtocol.Static or RouteProtocol.Dhcp =>
                $"{program} made it and would add its own copy beside a changed one.",
            _ => null,
        };

    private static string? OwnerUnknown(byte protocol) =>
        protocol is RouteProtocol.Boot or RouteProtocol.Kernel or RouteProtocol.Static or RouteProtocol.Dhcp
            ? null
            : $"IwTune does not know protocol {RouteProtocol.Name(protocol)}; its owner may write the route again.";

    private static string Capital(string program) => program == "a network daemon" ? "A network daemon" : program;
}
