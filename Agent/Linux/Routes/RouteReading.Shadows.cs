using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Shadows;
using IwTune.Agent.Linux.Strategies;

namespace IwTune.Agent.Linux.Routes;

/// <summary>Which of our shadows stands before which route.</summary>
internal sealed partial class RouteReading
{
    /// <summary>All our shadows, whatever they stand before.</summary>
    public IReadOnlyList<RouteMessage> Shadows => _shadows;

    /// <summary>
    /// The shadow that serves in this route's place; <see langword="null"/> when there is none, or only one that no longer matches the
    /// route. The kernel uses neither of two that have expired, but a router that returns revives its route, and following the shadow.
    /// </summary>
    public RouteMessage? ShadowOf(RouteMessage route) =>
        _shadows.Find(shadow => (!shadow.HasExpired || route.HasExpired) && shadow.IsShadowOf(route)) is { } found
        && IsFirst(route)
        && Precedes(found, route)
            ? found
            : null;

    /// <summary>The shadows that stand before the routes of this one's key, whether they match it or not.</summary>
    public List<RouteMessage> ShadowsBefore(RouteMessage route) => _shadows.FindAll(shadow => shadow.Key == route.ShadowKey);

    /// <summary>The owner's route that this shadow belongs before.</summary>
    /// <returns><see langword="null"/> when it is gone, leaves by another next hop, or a shadow is not the way to set it.</returns>
    public RouteMessage? ShadowedBy(RouteMessage shadow) =>
        (shadow.ShadowSharesKey ? Kept(shadow, shadow.Key) : null) ?? Kept(shadow, shadow.ShadowedKey);

    private RouteMessage? Kept(RouteMessage shadow, RouteKey key) =>
        OfKey(key) is [var first, ..] && first.SameNexthop(shadow) && MayKeep(first) ? first : null;

    /// <summary>Of one key the kernel uses the first; another program may have put a route before ours.</summary>
    private bool Precedes(RouteMessage shadow, RouteMessage route) =>
        shadow.Key != route.Key || ReferenceEquals(_routes.Find(other => other.Key == route.Key), shadow);

    /// <summary>
    /// A daemon that restarts does not own its routes for a moment. A shadow that conflicts with no route stays then: to remove it and
    /// write into the route would conflict with the daemon's own when it is back.
    /// </summary>
    private bool MayKeep(RouteMessage owner) =>
        StrategyFor(owner) switch
        {
            ShadowStrategy => true,
            InPlaceStrategy => ShadowRule.Hindrance(owner, NeighboursOf(owner), OwnerOf(owner)) is null,
            _ => false,
        };
}
