using System.Runtime.InteropServices;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Strategies;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Routes;

/// <summary>The routes of one network namespace at one instant, and what is needed to judge them.</summary>
internal sealed partial class RouteReading
{
    private readonly List<RouteMessage> _routes;
    private readonly Dictionary<int, string> _interfaces;
    private readonly Dictionary<RouteKey, (RouteMessage First, int Count)> _sameKey;
    private readonly Owners _owners;
    private readonly List<RouteMessage> _shadows = [];
    private ILookup<RouteKey, RouteMessage>? _aliases;

    private RouteReading(List<RouteMessage> routes, Dictionary<int, string> interfaces, Owners owners)
    {
        // Copies in the tables of an experiment are no targets.
        routes.RemoveAll(route => route.IsCopy);
        _routes = routes;
        _interfaces = interfaces;
        _owners = owners;
        _sameKey = new Dictionary<RouteKey, (RouteMessage, int)>(_routes.Count);
        foreach (var route in _routes)
        {
            if (route.IsShadow)
            {
                _shadows.Add(route);
                continue;
            }
            ref var same = ref CollectionsMarshal.GetValueRefOrAddDefault(_sameKey, route.Key, out _);
            same = (same.First ?? route, same.Count + 1);
        }
    }

    public IReadOnlyList<string> Interfaces => [.. _interfaces.Values];

    /// <summary>Reads all tables of both families.</summary>
    public static RouteReading All(NetlinkSocket netlink, Owners owners)
    {
        var routes = RouteDump.Routes(netlink, RouteNumbers.Inet);
        routes.AddRange(RouteDump.Routes(netlink, RouteNumbers.Inet6));
        return new RouteReading(routes, RouteDump.Links(netlink), owners);
    }

    /// <summary>Reads the table that this key is in.</summary>
    public static RouteReading Around(NetlinkSocket netlink, RouteKey key, Owners owners) =>
        new(RouteDump.Routes(netlink, key.Family, key.Table), RouteDump.Links(netlink), owners);

    /// <summary>The routes of this key, except shadows, of every type, in the kernel's order: a replace ignores the type, too.</summary>
    public List<RouteMessage> OfKey(RouteKey key) =>
        _sameKey.GetValueOrDefault(key) switch
        {
            (_, 0) => [],
            (var only, 1) => [only],
            _ => [.. (_aliases ??= Aliases())[key]],
        };

    public IRouteStrategy StrategyFor(RouteMessage route) => StrategyFor(route, OwnerOf(route));

    private IRouteStrategy StrategyFor(RouteMessage route, RouteOwner owner) => StrategyChoice.For(route, NeighboursOf(route), owner);

    private RouteNeighbours NeighboursOf(RouteMessage route)
    {
        var before = !route.ShadowSharesKey && OfKey(route.ShadowKey).Count > 0;
        var same = _sameKey[route.Key].Count;
        return same == 1
            ? RouteNeighbours.None with
            {
                Before = before,
            }
            : new RouteNeighbours(same, IsFirst(route), OfKey(route.Key).TrueForAll(route.SameNexthop), before);
    }

    private bool IsFirst(RouteMessage route) => ReferenceEquals(_sameKey[route.Key].First, route);

    /// <summary>Few keys have several routes, so they are collected only when one is needed.</summary>
    private ILookup<RouteKey, RouteMessage> Aliases() =>
        _routes.Where(route => !route.IsShadow && _sameKey[route.Key].Count > 1).ToLookup(route => route.Key);

    private RouteOwner OwnerOf(RouteMessage route) => _owners.Of(route, route.OutInterface == 0 ? null : NameOf(route.OutInterface));

    /// <summary>Every route that a window can be given to, in the kernel's order.</summary>
    /// <param name="changedBy">Who changed a route last.</param>
    public IReadOnlyList<Target> Targets(Func<RouteKey, Attribution?> changedBy) =>
        Named().ConvertAll(named => ToTarget(named.Route, named.Id, changedBy(named.Route.Key)));

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

    /// <summary>
    /// Cloned rows are caches. Types other than unicast and, for the host's own addresses, local reach no host. Shadows belong to their
    /// owner's route.
    /// </summary>
    private static bool IsTarget(RouteMessage route) =>
        !route.IsShadow
        && route.Type == (route.Key.Table == RouteNumbers.LocalTable ? RouteNumbers.Local : RouteNumbers.Unicast)
        && !route.Flags.HasFlag(RouteFlags.Cloned);

    private Target ToTarget(RouteMessage route, string id, Attribution? changedBy)
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
            ChangedBy = changedBy,
        };
    }

    /// <summary>An interface's name; <c>if7</c> for one that is gone.</summary>
    public string NameOf(int index) => _interfaces.TryGetValue(index, out var name) ? name : $"if{index}";
}
