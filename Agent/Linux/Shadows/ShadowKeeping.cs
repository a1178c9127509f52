using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Linux.Strategies;

namespace IwTune.Agent.Linux.Shadows;

/// <summary>Keeps every shadow equal to the route it stands before, or removes it.</summary>
internal static class ShadowKeeping
{
    /// <summary>Removes those whose owner's route is gone, copies what the owner changed, and renews those that expire.</summary>
    /// <param name="netlink">Changes the kernel.</param>
    /// <param name="reading">A table as it is.</param>
    /// <param name="remembered">True for an owner's route whose shadow the owner itself made, from a drop-in of ours that is gone.</param>
    /// <param name="done">Gets what was done, in words, except renewals.</param>
    /// <param name="letGo">Gets the targets whose shadow was removed with their route.</param>
    /// <returns>How long until the next renewal; <see langword="null"/> when none expires.</returns>
    public static TimeSpan? Follow(
        NetlinkSocket netlink,
        RouteReading reading,
        Predicate<RouteMessage> remembered,
        List<string> done,
        List<string> letGo
    )
    {
        TimeSpan? next = null;
        foreach (
            var (shadow, owner) in reading
                .Shadows.Select(shadow => (shadow, reading.ShadowedBy(shadow)))
                .OrderBy(pair => pair.Item2 is null ? 0 : 1)
                .ToList()
        )
        {
            if (owner is null)
            {
                ShadowRows.Remove(netlink, shadow);
                done.Add($"the route behind shadow {Name(reading, shadow)} is gone; the shadow was removed");
                letGo.Add(TargetName.Served(shadow, reading.NameOf));
                continue;
            }
            if (owner.HasExpired)
            {
                // A router may have shortened the life of its route, of which no notification comes: the shadow must not serve on.
                if (shadow.ExpiresIn > ShadowLife.Of(owner))
                    ShadowRows.Renew(netlink, owner, shadow);
                // Nor does one come when the router returns before the kernel removes both.
                next = ShadowLife.Sooner(next, ShadowLife.Next(1));
                continue;
            }
            if (remembered(owner))
            {
                ShadowRows.Remove(netlink, shadow);
                done.Add($"shadow {Name(reading, shadow)} was made again by its owner from memory after a restore, and was removed");
                continue;
            }
            if (!shadow.IsShadowOf(owner))
            {
                if (ShadowRows.Replace(netlink, Name(reading, owner), owner, shadow, shadow.Window) is null)
                    done.Add($"{Name(reading, owner)} was changed by its owner; its shadow was changed, too");
            }
            else if (ShadowLife.Of(owner) != shadow.ExpiresIn)
                ShadowRows.Renew(netlink, owner, shadow);
            if (ShadowLife.Of(owner) is > 0 and var life)
                next = ShadowLife.Sooner(next, ShadowLife.Next(life));
        }
        return next;
    }

    /// <summary>Removes those that stand before no managed target.</summary>
    public static void Sweep(NetlinkSocket netlink, RouteReading reading, IReadOnlySet<string> managed, List<string> done)
    {
        var kept = reading.Named().Where(named => managed.Contains(named.Id)).Select(named => named.Route).ToHashSet();
        foreach (
            var shadow in reading.Shadows.Where(shadow =>
                reading.ShadowedBy(shadow) is not { } owner || !kept.Contains(owner) || reading.StrategyFor(owner) is not ShadowStrategy
            )
        )
        {
            ShadowRows.Remove(netlink, shadow);
            done.Add($"shadow route {Name(reading, shadow)}");
        }
    }

    /// <summary>Removes all of them, whatever route stands behind them.</summary>
    public static void Clear(NetlinkSocket netlink, List<string> done)
    {
        if (RouteDump.Shadows(netlink) is not { Count: > 0 } shadows)
            return;
        var links = RouteDump.Links(netlink);
        foreach (var shadow in shadows)
        {
            ShadowRows.Remove(netlink, shadow);
            done.Add($"shadow route {TargetName.Of(shadow, index => links.GetValueOrDefault(index, $"if{index}"))}");
        }
    }

    /// <summary>Removes those that stand before this route, whether they match it or not.</summary>
    /// <returns>True when there was one.</returns>
    public static bool Uncover(NetlinkSocket netlink, RouteReading reading, RouteMessage route)
    {
        var shadows = reading.ShadowsBefore(route);
        foreach (var shadow in shadows)
            ShadowRows.Remove(netlink, shadow);
        return shadows.Count > 0;
    }

    private static string Name(RouteReading reading, RouteMessage route) => TargetName.Of(route, reading.NameOf);
}
