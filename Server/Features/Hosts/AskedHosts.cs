using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Hosts;

/// <summary>
/// The hosts of a hold, a release or a change of labels: one host by name or id, or every host a selector matches at this moment.
/// </summary>
internal sealed record AskedHosts(string? Host, Selector? Selector)
{
    /// <returns>The scope, or everything that is wrong with it.</returns>
    public static (AskedHosts? Scope, IReadOnlyList<PolicyProblem> Problems) Read(string? host, string? selector)
    {
        if (string.IsNullOrWhiteSpace(host) == string.IsNullOrWhiteSpace(selector))
            return (null, [new("host", host, "give a host or a selector, and not both", 0, 0)]);
        if (!string.IsNullOrWhiteSpace(host))
            return (new(host.Trim(), null), []);
        var (read, wrong) = Selector.Parse(selector);
        return read is null ? (null, [.. wrong.Select(problem => problem.At("selector"))]) : (new(null, read), []);
    }

    /// <summary>
    /// The members of the fleet that it covers, by name. A name that several hosts have covers none, and so does what covers only hosts
    /// outside of the scope: their existence must not show. For the same reason a selector that names hosts covers, of them, only those
    /// that the person may see.
    /// </summary>
    public IReadOnlyList<FleetHost> In(Publisher by)
    {
        if (Selector is null)
            return Named(by.Hosts, by.Scope);
        var names = Selector.AsksFor(SelectorKeys.Id) || Selector.AsksFor(SelectorKeys.Host);
        var matched = by
            .Hosts.All.Where(host => Selector.Matches(host.Identity) && (!names || by.Sees.Covers(host.Identity)))
            .OrderBy(host => HostPlace.Of(host.Identity))
            .ToList();
        return matched.Exists(host => by.Scope.Covers(host.Identity)) ? matched : [];
    }

    /// <summary>For the audit log.</summary>
    public string Subject(IReadOnlyList<FleetHost> hosts) => hosts is [var one] ? $"host:{one.Id}" : $"selector:{Selector}";

    /// <summary>Why it covers no host.</summary>
    public PolicyProblem NoMatch(HostScope scope) =>
        (Selector, scope.IsFleet) switch
        {
            (null, true) => new("host", Host, "no host has this name or id, or several have the name; an id is never ambiguous", 0, 0),
            (null, false) => new(
                "host",
                Host,
                $"no host that you may change ({scope}) has this name or id, or several have the name; an id is never ambiguous",
                0,
                0
            ),
            (_, true) => new("selector", $"{Selector}", "matches no host", 0, 0),
            (_, false) => new("selector", $"{Selector}", $"matches no host that you may change ({scope})", 0, 0),
        };

    private List<FleetHost> Named(HostDirectory hosts, HostScope scope)
    {
        if (hosts.Find(Host!) is { } byId && scope.Covers(byId.Identity))
            return [byId];
        var named = hosts.All.Where(host => host.Identity.Name == Host && scope.Covers(host.Identity)).Take(2).ToList();
        return named.Count == 1 ? named : [];
    }
}
