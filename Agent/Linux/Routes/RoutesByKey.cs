using System.Numerics;
using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.Routes;

/// <summary>
/// Which routes of a reading have the same key; shadows are left out. Every reading makes one: it takes eight to twelve bytes for a route,
/// where a dictionary of keys takes a hundred.
/// </summary>
internal sealed class RoutesByKey
{
    private readonly List<RouteMessage> _routes;

    /// <summary>The first route of each slot, counted from 1; 0 for none.</summary>
    private readonly int[] _first;

    /// <summary>For each route the next one of its slot.</summary>
    private readonly int[] _next;

    /// <param name="routes">In the kernel's order; they stay as they are.</param>
    public RoutesByKey(List<RouteMessage> routes)
    {
        _routes = routes;
        _first = new int[BitOperations.RoundUpToPowerOf2((uint)Math.Max(1, routes.Count))];
        _next = new int[routes.Count];
        // From the last to the first, so that every slot has its routes in their order.
        for (var at = routes.Count; at > 0; at--)
        {
            var route = routes[at - 1];
            if (route.IsShadow)
                continue;
            ref var first = ref _first[Slot(route.Key)];
            _next[at - 1] = first;
            first = at;
        }
    }

    /// <summary>The first route of this key; <see langword="null"/> when there is none.</summary>
    public RouteMessage? First(RouteKey key) => Find(_first[Slot(key)], key) is > 0 and var at ? _routes[at - 1] : null;

    /// <summary>How many have this key.</summary>
    public int Count(RouteKey key)
    {
        var count = 0;
        for (var at = Find(_first[Slot(key)], key); at > 0; at = Find(_next[at - 1], key))
            count++;
        return count;
    }

    /// <summary>All of this key, in the kernel's order.</summary>
    public List<RouteMessage> All(RouteKey key)
    {
        var all = new List<RouteMessage>();
        for (var at = Find(_first[Slot(key)], key); at > 0; at = Find(_next[at - 1], key))
            all.Add(_routes[at - 1]);
        return all;
    }

    private int Find(int at, in RouteKey key)
    {
        while (at > 0 && _routes[at - 1].Key != key)
            at = _next[at - 1];
        return at;
    }

    private int Slot(in RouteKey key) => key.GetHashCode() & (_first.Length - 1);
}
