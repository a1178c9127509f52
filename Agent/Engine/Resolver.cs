using System.Net;
using IwTune.Agent.Ports;
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
    public static Resolution Resolve(BundleContent content, HostSnapshot observed)
    {
        var rules = content.Windows.Select(window => window.KnownRule()).ToList();
        var wants = new List<Want>();
        var followed = new HashSet<Scope>();
        foreach (var target in observed.Targets)
        {
            ScopeRule? best = null;
            foreach (var rule in rules.Where(rule => ScopeReach.Covers(rule.Scope, target.Place)))
            {
                followed.Add(rule.Scope);
                if (best is null || ScopeReach.Weight(rule.Scope) > ScopeReach.Weight(best.Scope))
                    best = rule;
            }
            if (best is not null)
                wants.Add(new Want(target, Complete(best.Window, target), best.Scope));
        }
        var unmatched = rules.Where(rule => !followed.Contains(rule.Scope)).Select(rule => Unmatched(rule.Scope, observed));
        return new Resolution(content, wants, [.. unmatched]);
    }

    internal static Window Complete(Window asked, Target target)
    {
        var before = target.Original?.Window ?? target.Underneath;
        return new Window(asked.InitCwnd ?? before.InitCwnd, asked.InitRwnd ?? before.InitRwnd);
    }

    private static UnmatchedScope Unmatched(Scope scope, HostSnapshot observed) =>
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
                $"There is no interface {iface.Name} on this host; there are {string.Join(", ", observed.Interfaces)}.",
                true
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
