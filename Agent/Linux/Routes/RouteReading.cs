using System.Runtime.InteropServices;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Strategies;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Routes;

/// <summary>The routes of one network namespace at one instant, and what is needed to judge them.</summary>
internal sealed class RouteReading
{
    private readonly List<RouteMessage> _routes;
    private readonly Dictionary<int, string> _interfaces;
    private readonly Dictionary<RouteKey, int> _sameKey;
    private readonly Owners _owners;
    private readonly List<RouteMessage> _shadows = [];

    private RouteReading(List<RouteMessage> routes, Dictionary<int, string> interfaces, Owners owners)
    {
        _routes = routes;
        _interfaces = interfaces;
        _owners = owners;
        _sameKey = new Dictionary<RouteKey, int>(routes.Count);
        foreach (var route in routes)
        {
            CollectionsMarshal.GetValueRefOrAddDefault(_sameKey, route.Key, out _)++;
            if (route.IsShadow)
                _shadows.Add(route);
        }
    }

    public IReadOnlyList<string> Interfaces => [.. _interfaces.Values];

    /// <summary>Reads all tables of both families.</summary>
    public static RouteReading All(NetlinkSocket netlink, Owners owners)
    {
        var routes = Dump(netlink, RouteNumbers.Inet, table: null);
        routes.AddRange(Dump(netlink, RouteNumbers.Inet6, table: null));
        return new RouteReading(routes, Links(netlink), owners);
    }

    /// <summary>Reads the table that this key is in.</summary>
    public static RouteReading Around(NetlinkSocket netlink, RouteKey key, Owners owners) =>
        new(Dump(netlink, key.Family, key.Table), Links(netlink), owners);

    /// <summary>The routes of this key, of every type: a replace does not look at the type either.</summary>
    public List<RouteMessage> OfKey(RouteKey key) => _routes.FindAll(route => route.Key == key);

    /// <summary>Every shadow of ours, whatever it stands before.</summary>
    public IReadOnlyList<RouteMessage> Shadows => _shadows;

    /// <summary>The shadow that serves in this route's place; <see langword="null"/> when there is none, or only one that is not like the route any more.</summary>
    public RouteMessage? ShadowOf(RouteMessage route) =>
        _shadows.Find(shadow => !shadow.HasExpired && shadow.IsShadowOf(route)) is { } found && IsFirst(route) ? found : null;

    /// <summary>The shadows that stand before the routes of this one's key, like it or not.</summary>
    public List<RouteMessage> ShadowsBefore(RouteMessage route) => route.Key.Priority == 0 ? [] : _shadows.FindAll(shadow => shadow.Key == route.ShadowKey);

    /// <summary>The owner's route that this shadow belongs before.</summary>
    /// <returns><see langword="null"/> when it is gone, leaves by another next hop, or is not set by a shadow any more.</returns>
    public RouteMessage? ShadowedBy(RouteMessage shadow)
    {
        var owners = _sameKey.ContainsKey(shadow.ShadowedKey) ? OfKey(shadow.ShadowedKey) : [];
        return owners is [var first, ..] && !first.IsShadow && !first.HasExpired && first.SameNexthop(shadow) && StrategyFor(first) is ShadowStrategy ? first : null;
    }

    public IRouteStrategy StrategyFor(RouteMessage route) => StrategyFor(route, OwnerOf(route));

    private IRouteStrategy StrategyFor(RouteMessage route, RouteOwner owner) => StrategyChoice.For(route, NeighboursOf(route), owner);

    private RouteNeighbours NeighboursOf(RouteMessage route)
    {
        var sameKey = _sameKey[route.Key];
        var before = route.Key.Priority > 0 && _sameKey.ContainsKey(route.ShadowKey)
            && _routes.Exists(other => other.Key == route.ShadowKey && !other.IsShadow);
        return sameKey == 1
            ? RouteNeighbours.None with { Before = before }
            : new RouteNeighbours(sameKey, IsFirst(route), OfKey(route.Key).TrueForAll(route.SameNexthop), before);
    }

    private bool IsFirst(RouteMessage route) => _sameKey[route.Key] == 1 || ReferenceEquals(_routes.Find(other => other.Key == route.Key), route);

    private RouteOwner OwnerOf(RouteMessage route) => _owners.Of(route, route.OutInterface == 0 ? null : NameOf(route.OutInterface));

    /// <summary>Every route that a window can be given to, in the kernel's order.</summary>
    /// <param name="changedBy">Who touched a route last.</param>
    public IReadOnlyList<Target> Targets(Func<RouteKey, Attribution?> changedBy) =>
        [.. Named().Select(named => ToTarget(named.Route, named.Id) with { ChangedBy = changedBy(named.Route.Key) })];

    /// <summary>Every route that a window can be given to, with its id.</summary>
    public List<(RouteMessage Route, string Id)> Named()
    {
        var targets = new List<(RouteMessage, string)>(_routes.Count);
        var taken = new HashSet<string>(_routes.Count, StringComparer.Ordinal);
        Func<int, string> nameOf = NameOf;
        foreach (var route in _routes)
        {
            if (!IsTarget(route))
                continue;
            var id = TargetName.Of(route, nameOf);
            if (!taken.Add(id))
                taken.Add(id = TargetName.Distinct(id, route, taken.Contains));
            targets.Add((route, id));
        }
        return targets;
    }

    /// <summary>Cloned rows are caches; other types than unicast and, for the host's own addresses, local reach nobody; shadows belong to their owner's route.</summary>
    private static bool IsTarget(RouteMessage route) =>
        !route.IsShadow && route.Type == (route.Key.Table == RouteNumbers.LocalTable ? RouteNumbers.Local : RouteNumbers.Unicast) && !route.Flags.HasFlag(RouteFlags.Cloned);

    private Target ToTarget(RouteMessage route, string id)
    {
        var owner = OwnerOf(route);
        var shadow = _shadows.Count == 0 ? null : ShadowOf(route);
        return new Target
        {
            Id = id,
            Destination = route.Destination,
            Interface = route.OutInterface == 0 ? null : NameOf(route.OutInterface),
            Owner = owner.Describe(route),
            Strategy = StrategyFor(route, owner).Described,
            Current = (shadow ?? route).Window,
            OwnersWindow = shadow is null ? null : route.Window,
            Table = TargetName.TableOf(route.Key.Table),
            Raw = route.Raw,
        };
    }

    /// <summary>An interface's name; <c>if7</c> for one that is gone.</summary>
    public string NameOf(int index) => _interfaces.TryGetValue(index, out var name) ? name : $"if{index}";

    private static List<RouteMessage> Dump(NetlinkSocket netlink, byte family, uint? table)
    {
        var routes = new List<RouteMessage>();
        foreach (var message in Messages(netlink, family, table))
        {
            if (message.Type == MessageType.NewRoute)
                routes.Add(RouteMessage.Read(message.Body));
        }
        // A kernel without strict checking ignores the filter.
        return table is { } number ? routes.FindAll(route => route.Key.Table == number) : routes;
    }

    private static List<NetlinkMessage> Messages(NetlinkSocket netlink, byte family, uint? table)
    {
        try
        {
            return netlink.Dump(family == RouteNumbers.Inet ? "reading the IPv4 routes" : "reading the IPv6 routes", RouteRequests.Dump(family, table));
        }
        // A table exists as long as a route is in it.
        catch (NetlinkException gone) when (table is not null && gone.Error?.Errno == LibC.ENOENT)
        {
            return [];
        }
    }

    private static Dictionary<int, string> Links(NetlinkSocket netlink)
    {
        var names = new Dictionary<int, string>();
        foreach (var message in netlink.Dump("reading the interfaces", LinkMessage.DumpRequest()))
        {
            if (message.Type == MessageType.NewLink && LinkMessage.Read(message.Body.Span) is var link)
                names[link.Index] = link.Name;
        }
        return names;
    }
}
