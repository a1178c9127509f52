using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Routes;

/// <summary>Knows a route again, whatever its name is now.</summary>
internal static class RouteAgain
{
    /// <summary>
    /// Interfaces keep their index when they are renamed, and a route's bytes name them by it. IPv6 adds a route of the same key to the
    /// next hops of the one that is there, which keeps its metrics.
    /// </summary>
    /// <param name="target">As read now, with what was set last under the former name.</param>
    /// <param name="before">Its image under the former name.</param>
    public static bool Is(Target target, BeforeImage before)
    {
        var (now, then) = (RouteMessage.Read(target.Raw), RouteMessage.Read(before.Raw));
        return now.Key == then.Key && (now.SameExceptWindow(then) || (IsJoined(now, then) && now.Window == target.LastSet?.Window));
    }

    private static bool IsJoined(RouteMessage now, RouteMessage then) =>
        now is { Key.Family: RouteNumbers.Inet6, NexthopId: 0, Nexthops: [var first, ..] }
        && then is { NexthopId: 0, Nexthops.Count: 0 }
        && first.Interface == then.OutInterface
        && Equals(first.Gateway, then.Gateway);
}
