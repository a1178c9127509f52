using System.Net;
using IwTune.Agent.Ports;
using IwTune.Shared.Formatting;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>From scopes to targets: which routes of this host a policy covers, and which scope decides each of them.</summary>
public static class Resolver
{
    /// <summary>
    /// Targets of other tables than main follow table scopes alone; of the others the most specific scope decides: longest prefix, then
    /// interface, then default.
    /// </summary>
    /// <param name="content">The required content.</param>
    /// <param name="observed">The host as it was read.</param>
    /// <param name="noContainers">As in <see cref="Capabilities.NoContainers"/>.</param>
    public static Resolution Resolve(BundleContent content, HostSnapshot observed, string noContainers = Capabilities.NoControlGroups)
    {
        var rules = content.Windows.Select(window => window.KnownRule()).ToList();
        var wants = new List<Want>();
        var followed = new HashSet<Scope>();
        foreach (var target in observed.Targets)
        {
            ScopeRule? best = null;
            var place = target.Place;
            foreach (var rule in rules)
            {
                if (!ScopeReach.Covers(rule.Scope, place))
                    continue;
                followed.Add(rule.Scope);
                if (best is null || ScopeReach.Weight(rule.Scope) > ScopeReach.Weight(best.Scope))
                    best = rule;
            }
            if (best is not null)
                wants.Add(new Want(target, Complete(best.Window, target), best.Scope));
        }
        var unmatched = rules.Where(rule => !followed.Contains(rule.Scope)).Select(rule => Unmatched(rule.Scope, observed, noContainers));
        return new Resolution(content, wants, [.. unmatched]);
    }

    internal static Window Complete(Window asked, Target target)
    {
        var before = target.Original?.Window ?? target.Underneath;
        var (cwnd, rwnd) = (asked.InitCwnd ?? before.InitCwnd, asked.InitRwnd ?? before.InitRwnd);
        return cwnd == asked.InitCwnd && rwnd == asked.InitRwnd ? asked : new Window(cwnd, rwnd);
    }

    private static UnmatchedScope Unmatched(Scope scope, HostSnapshot observed, string noContainers) =>
        scope switch
        {
            Scope.Prefix prefix => new UnmatchedScope(
                scope,
                $"No route of this host lies within {prefix.Network}; {Serving(prefix.Network, observed)}",
                false
            ),
            Scope.Interface iface when observed.Interfaces.Contains(iface.Name) => new UnmatchedScope(
                scope,
                $"No route uses {iface.Name} now.",
                false
            ),
            Scope.Interface iface => new UnmatchedScope(
                scope,
                $"There is no interface {iface.Name} on this host; there are {FirstNames.Of(observed.Interfaces)}.",
                true
            ),
            Scope.Containers when noContainers.Length > 0 => new UnmatchedScope(scope, noContainers, false),
            Scope.Containers => new UnmatchedScope(
                scope,
                observed.Targets.Count(target => target.Container is not null) is > 0 and var others
                    ? $"No container or pod of this host matches now; it has {Counted.Of(others, "other container")}."
                    : "This host has no container or pod now.",
                false
            ),
            Scope.Table table => new UnmatchedScope(scope, $"This host has no route in table {table.Name}.", false),
            _ => new UnmatchedScope(scope, "This host has no default route in its main table.", false),
        };

    private static string Serving(IPNetwork network, HostSnapshot observed)
    {
        var route = observed
            .Targets.Where(target => target.InMainTable && ScopeReach.Within(network, target.Destination))
            .MaxBy(target => target.Destination.PrefixLength); // the first of several: the system lists the preferred one first
        return route is null
            ? "no other route serves it either."
            : $"it is served by '{route.Id}'. Name that route's scope, or add a route for the prefix.";
    }
}
