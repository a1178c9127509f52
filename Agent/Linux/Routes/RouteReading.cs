using IwTune.Agent.Engine;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Strategies;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Routes;

/// <summary>The routes of one network namespace at one instant, and what is needed to judge them.</summary>
internal sealed partial class RouteReading
{
    private readonly List<RouteMessage> _routes = [];
    private readonly Dictionary<int, string> _interfaces;
    private readonly RoutesByKey _byKey;
    private readonly Owners _owners;
    private readonly List<RouteMessage> _shadows = [];
    private Func<int, string>? _nameOf;

    private RouteReading(Dictionary<int, string> interfaces, Owners owners, params ReadOnlySpan<List<RouteMessage>> tables)
    {
        (_interfaces, _owners) = (interfaces, owners);
        foreach (var routes in tables)
        {
            _routes.EnsureCapacity(_routes.Count + routes.Count);
            foreach (var route in routes)
            {
                if (route.IsCopy)
                    continue; // those in the tables of an experiment are no targets
                _routes.Add(route);
                if (route.IsShadow)
                    _shadows.Add(route);
            }
        }
        _byKey = new RoutesByKey(_routes);
    }

    public IReadOnlyList<string> Interfaces => [.. _interfaces.Values];

    /// <summary>Reads all tables of both families.</summary>
    public static RouteReading All(NetlinkSocket netlink, Owners owners)
    {
        var (ipv4, ipv6) = (RouteDump.Routes(netlink, RouteNumbers.Inet), RouteDump.Routes(netlink, RouteNumbers.Inet6));
        return new RouteReading(RouteDump.Links(netlink), owners, ipv4, ipv6);
    }

    /// <summary>Reads the table that this key is in.</summary>
    public static RouteReading Around(NetlinkSocket netlink, RouteKey key, Owners owners) =>
        Around(netlink, RouteDump.Routes(netlink, key.Family, key.Table), owners);

    private static RouteReading Around(NetlinkSocket netlink, List<RouteMessage> routes, Owners owners) =>
        new(RouteDump.Links(netlink), owners, routes);

    /// <summary>The routes of this key, except shadows, of every type, in the kernel's order: a replace ignores the type, too.</summary>
    public List<RouteMessage> OfKey(RouteKey key) => _byKey.All(key);

    public IRouteStrategy StrategyFor(RouteMessage route) => StrategyFor(route, OwnerOf(route));

    private IRouteStrategy StrategyFor(RouteMessage route, RouteOwner owner) => StrategyChoice.For(route, NeighboursOf(route), owner);

    private RouteNeighbours NeighboursOf(RouteMessage route)
    {
        var before = !route.ShadowSharesKey && _byKey.First(route.ShadowKey) is not null;
        var same = _byKey.Count(route.Key);
        return same == 1
            ? RouteNeighbours.None with
            {
                Before = before,
            }
            : new RouteNeighbours(same, IsFirst(route), OfKey(route.Key).TrueForAll(route.SameNexthop), before);
    }

    private bool IsFirst(RouteMessage route) => ReferenceEquals(_byKey.First(route.Key), route);

    private RouteOwner OwnerOf(RouteMessage route) => _owners.Of(route, route.OutInterface == 0 ? null : NameOf(route.OutInterface));

    /// <summary>Every route that a window can be given to, in the kernel's order.</summary>
    /// <param name="changedBy">Who changed a route last.</param>
    /// <param name="known">The targets of the reading before, used again where nothing of them is new; gets those of this one.</param>
    public IReadOnlyList<Target> Targets(Func<RouteKey, Attribution?> changedBy, KnownTargets? known = null)
    {
        var earlier = known?.Of(_interfaces) ?? new EarlierList<(RouteMessage, Target)>([]);
        var targets = new List<(RouteMessage, Target Target)>(_routes.Count);
        var twins = new HashSet<string>(StringComparer.Ordinal);
        foreach (var route in _routes)
        {
            if (!IsTarget(route))
                continue;
            var before = earlier.Next(route, IsOf).Target;
            var id = before is null || HasTwin(route) ? IdOf(route, twins) : before.Id;
            targets.Add((route, ToTarget(route, id, changedBy(route.Key), before)));
        }
        known?.Keep(targets, _interfaces);
        return targets.ConvertAll(made => made.Target);
    }

    private static bool IsOf((RouteMessage Route, Target Target) known, RouteMessage route) => ReferenceEquals(known.Route, route);

    /// <summary>Every route that a window can be given to, with its id.</summary>
    public List<(RouteMessage Route, string Id)> Named()
    {
        var twins = new HashSet<string>(StringComparer.Ordinal);
        return [.. _routes.Where(IsTarget).Select(route => (route, IdOf(route, twins)))];
    }

    /// <param name="route">The route.</param>
    /// <param name="twins">The ids of those before it that have a twin; gets its own.</param>
    private string IdOf(RouteMessage route, HashSet<string> twins)
    {
        var id = TargetName.Of(route, _nameOf ??= NameOf);
        if (HasTwin(route) && !twins.Add(id))
            twins.Add(id = TargetName.Distinct(id, route, twins.Contains));
        return id;
    }

    /// <summary>True when another route may have the same name, which contains all of a route's key.</summary>
    private bool HasTwin(RouteMessage route) => _byKey.Count(route.Key) > 1;

    /// <summary>
    /// Cloned rows are caches. Types other than unicast and, for the host's own addresses, local reach no host. Shadows belong to their
    /// owner's route.
    /// </summary>
    private static bool IsTarget(RouteMessage route) =>
        !route.IsShadow
        && route.Type == (route.Key.Table == RouteNumbers.LocalTable ? RouteNumbers.Local : RouteNumbers.Unicast)
        && !route.Flags.HasFlag(RouteFlags.Cloned);

    /// <param name="route">The route.</param>
    /// <param name="id">Its id.</param>
    /// <param name="changedBy">Who changed it last.</param>
    /// <param name="before">The target that the reading before made of the same route, while interfaces had the same names.</param>
    private Target ToTarget(RouteMessage route, string id, Attribution? changedBy, Target? before)
    {
        var of = OwnerOf(route);
        var shadow = _shadows.Count == 0 ? null : ShadowOf(route);
        var (owner, strategy) = (of.Describe(route), StrategyFor(route, of).Described);
        var (current, owners) = ((shadow ?? route).Window, shadow is null ? null : route.Window);
        if (
            before is not null
            && (before.Id, before.Owner, before.Strategy) == (id, owner, strategy)
            && (before.Current, before.OwnersWindow, before.ChangedBy) == (current, owners, changedBy)
        )
            return before;
        return new Target
        {
            Id = id,
            Destination = route.Destination,
            Interface = route.OutInterface == 0 ? null : NameOf(route.OutInterface),
            Owner = owner,
            Strategy = strategy,
            Current = current,
            OwnersWindow = owners,
            Table = TargetName.TableOf(route.Key.Table),
            Raw = route.Raw,
            ChangedBy = changedBy,
        };
    }

    /// <summary>An interface's name; <c>if7</c> for one that is gone.</summary>
    public string NameOf(int index) => _interfaces.TryGetValue(index, out var name) ? name : $"if{index}";
}
