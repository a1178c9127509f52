using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Linux.Shadows;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Stripes;

/// <summary>
/// The tables of the arms: copies of the routes concerned, with the window of the arm. An empty table is skipped, and the main table
/// answers as without an experiment. IPv6 copies expire by themselves without renewal.
/// </summary>
internal static class ArmTables
{
    /// <summary>The routes of the main table that a layout is about, with the window that serves there now.</summary>
    public static List<(RouteMessage Route, Window Window)> Concerned(NetlinkSocket netlink, StripeLayout layout)
    {
        var concerned = new List<(RouteMessage, Window)>();
        foreach (var family in StripeRules.Families(layout))
        {
            var main = RouteDump.Routes(netlink, family, RouteNumbers.MainTable);
            foreach (var route in main)
            {
                if (
                    route is { IsShadow: false, Type: RouteNumbers.Unicast, HasExpired: false }
                    && !route.Flags.HasFlag(RouteFlags.Cloned)
                    && (layout.Destination is { } to ? route.Destination.Equals(to) : route.Key.DestinationLength == 0)
                )
                    concerned.Add((route, (main.Find(shadow => !shadow.HasExpired && shadow.IsShadowOf(route)) ?? route).Window));
            }
        }
        return concerned;
    }

    /// <summary>Updates the tables to the present routes concerned, and renews what expires.</summary>
    /// <param name="netlink">Changes the kernel.</param>
    /// <param name="layout">The windows of the arms.</param>
    /// <param name="done">Gets what was changed, in words.</param>
    /// <returns>How long until something expires; <see langword="null"/> when nothing does.</returns>
    /// <exception cref="NetlinkException">The kernel refused.</exception>
    public static TimeSpan? Follow(NetlinkSocket netlink, StripeLayout layout, List<string> done)
    {
        TimeSpan? next = null;
        var concerned = Concerned(netlink, layout);
        var copies = RouteDump.Copies(netlink);
        for (var arm = 0; arm < layout.Windows.Count; arm++)
        {
            var table = StripeRules.TableOf(arm);
            var there = copies.FindAll(copy => copy.Key.Table == table);
            foreach (
                var stale in there
                    .Where(copy => !concerned.Exists(one => copy.IsCopyOf(one.Route) && copy.Window == Given(layout, arm, one.Window)))
                    .ToList()
            )
            {
                Remove(netlink, stale);
                there.Remove(stale);
                done.Add($"the copy of {stale} was removed, because its route changed");
            }
            foreach (var (route, window) in concerned)
            {
                var life = ShadowLife.Of(route);
                var known = there.Exists(copy => !copy.HasExpired && copy.IsCopyOf(route));
                if (life > 0)
                    next = ShadowLife.Sooner(next, ShadowLife.Next(life));
                if (known && life == 0)
                    continue;
                Make(netlink, route.CopyRequest(table, Given(layout, arm, window), life), $"copying {route} into table {table}");
                if (!known)
                    done.Add($"a copy of {route} was added to table {table}");
            }
        }
        return next;
    }

    /// <summary>Removes the copies; one that is gone already is fine.</summary>
    /// <exception cref="NetlinkException">The kernel refused.</exception>
    public static void Clear(NetlinkSocket netlink, List<string> done)
    {
        foreach (var copy in RouteDump.Copies(netlink))
        {
            Remove(netlink, copy);
            done.Add($"the experiment's copy of {copy}");
        }
    }

    /// <summary>Routes that are not ours in the tables of the arms.</summary>
    public static List<RouteMessage> Foreign(NetlinkSocket netlink, StripeLayout layout)
    {
        var foreign = new List<RouteMessage>();
        foreach (var family in StripeRules.Families(layout))
        {
            for (var arm = 0; arm < layout.Windows.Count; arm++)
                foreign.AddRange(RouteDump.Routes(netlink, family, StripeRules.TableOf(arm)).FindAll(route => !route.IsCopy));
        }
        return foreign;
    }

    private static Window Given(StripeLayout layout, int arm, Window now) =>
        layout.Windows[arm] is { } segments ? new Window(segments, now.InitRwnd) : now;

    private static void Make(NetlinkSocket netlink, byte[] request, string tried)
    {
        if (netlink.Change(tried, request) is { } error && error.Errno != LibC.EEXIST)
            throw error.IsPermission ? Privilege.Missing(tried) : new NetlinkException(tried, error);
    }

    private static void Remove(NetlinkSocket netlink, RouteMessage copy)
    {
        var tried = $"removing the copy of {copy}";
        if (netlink.Change(tried, copy.DeleteRequest()) is { } error && error.Errno is not (LibC.ESRCH or LibC.ENOENT or LibC.ENODEV))
            throw error.IsPermission ? Privilege.Missing(tried) : new NetlinkException(tried, error);
    }
}
