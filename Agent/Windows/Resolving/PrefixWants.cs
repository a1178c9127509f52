using System.Net;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Windows.Resolving;

/// <summary>
/// The effect of prefix scopes: custom templates, and a filter for each prefix. The longest prefix decides, for Windows as for routes.
/// </summary>
internal static class PrefixWants
{
    /// <param name="state">The host.</param>
    /// <param name="everything">What the default scope needs; <see langword="null"/> when the policy has none.</param>
    /// <param name="wants">Gets the wants.</param>
    /// <param name="asked">The prefix scopes.</param>
    public static void Add(WindowsState state, DefaultPlan? everything, WantList wants, IReadOnlyList<Asked> asked)
    {
        var nothing =
            WindowsResolver.NoFilters(state)
            ?? (
                state.Rules.Custom.Count == 0
                    ? state.Rules.Unsupported ?? "This Windows has no transport filters, which came with Server 2012."
                    : null
            );
        var plain = asked.DistinctBy(NetworkOf).ToList();
        var wanted = plain.Where(one => nothing is null && Refusal(state, one) is null && !IsForeign(state, one)).ToList();
        var taken = wants
            .InOrder.Where(want => want is { Cannot: null, Window.InitCwnd: not null })
            .ToDictionary(want => want.Target.Id, want => want.Window.InitCwnd!.Value, StringComparer.Ordinal);
        var occupied = Occupied(state, everything, wants);
        var shared = state
            .Rules.Custom.Where(name => taken.ContainsKey(WindowsTargets.Id(name)))
            .GroupBy(name => taken[WindowsTargets.Id(name)])
            .ToDictionary(same => same.Key, same => same.First());
        var free = state
            .Rules.Custom.Where(name => !occupied.ContainsKey(name) && state.Find(name) is not null)
            .Select(name => FreeOf(state, name))
            .ToList();
        var given = TemplateAllocation.Allocate([.. wanted.Select(one => (NetworkOf(one), one.Window.InitCwnd!.Value))], free, shared);

        if (nothing is not null && plain.Count > 0)
            KeepTemplates(state, wants, plain[0], nothing);
        foreach (var one in wanted.Where(one => given.ContainsKey(one.Window.InitCwnd!.Value)))
            wants.Add(WindowsTargets.Id(given[one.Window.InitCwnd!.Value]), one, null);
        foreach (var one in plain)
        {
            TemplateName? setting = wanted.Contains(one) && given.TryGetValue(one.Window.InitCwnd!.Value, out var name) ? name : null;
            var cannot =
                nothing
                ?? Refusal(state, one)
                ?? (setting is null && !IsForeign(state, one) ? TooMany(wanted, given, occupied, free) : null);
            wants.Add(FilterMatch.To(NetworkOf(one)), setting, one, cannot, Overridden(state, NetworkOf(one)));
        }
    }

    private static IPNetwork NetworkOf(Asked asked) => ((Scope.Prefix)asked.Scope).Network;

    private static string? Refusal(WindowsState state, Asked asked) => asked.Cannot ?? state.Rules.Segments.Refuse(asked.Window.InitCwnd);

    private static bool IsForeign(WindowsState state, Asked asked) =>
        state.For(FilterMatch.To(NetworkOf(asked))).Any(filter => !state.IsOwned(filter));

    private static TemplateAllocation.Free FreeOf(WindowsState state, TemplateName name) =>
        new(
            name,
            state.Find(name)!.InitialCongestionWindow,
            [
                .. state
                    .Special.Where(filter => filter.Setting == name && state.IsOwned(filter))
                    .Select(filter => filter.Destination)
                    .OfType<IPNetwork>(),
            ]
        );

    /// <summary>While it is not known which filters there are, the templates that they may use stay unchanged.</summary>
    private static void KeepTemplates(WindowsState state, WantList wants, Asked asked, string cannot)
    {
        foreach (var name in state.Rules.Custom)
            wants.Keep(WindowsTargets.Id(name), asked, cannot);
    }

    /// <summary>The custom templates that cannot be given to a prefix, each with the reason.</summary>
    private static Dictionary<TemplateName, string> Occupied(WindowsState state, DefaultPlan? everything, WantList wants)
    {
        var occupied = new Dictionary<TemplateName, string>();
        foreach (var name in state.Rules.Custom)
        {
            if (everything?.Templates.Contains(name) == true)
                occupied[name] = "carries the default scope";
            else if (state.Landing.Contains(name) && !wants.WillLeave(name))
                occupied[name] = "serves all connections without a filter";
            else if (state.ForeignTo(name).FirstOrDefault() is { } foreign)
                occupied[name] = $"is given by another program's '{FilterMatch.Of(foreign).Id}'";
            else if (string.Equals(state.Find(name)?.CongestionProvider, "LEDBAT", StringComparison.OrdinalIgnoreCase))
                occupied[name] = "has LEDBAT, for background transfers";
        }
        return occupied;
    }

    private static string TooMany(
        List<Asked> wanted,
        IReadOnlyDictionary<int, TemplateName> given,
        Dictionary<TemplateName, string> occupied,
        List<TemplateAllocation.Free> free
    )
    {
        var values = wanted.Select(one => one.Window.InitCwnd!.Value).Distinct().ToList();
        var held = given.Where(one => free.Exists(template => template.Name == one.Value)).Select(one => $"{one.Value} has {one.Key}");
        var why = string.Join(", ", held.Concat(occupied.Select(one => $"{one.Key} {one.Value}")));
        return $"Prefixes require the windows {string.Join(", ", values)}, and every distinct one needs a custom template of its own: "
            + $"{(why.Length == 0 ? "this host has none" : why)}. Use fewer distinct values.";
    }

    /// <summary>Longer prefixes of others go before ours.</summary>
    private static string Overridden(WindowsState state, IPNetwork network) =>
        state
            .Special.Where(filter =>
                !state.IsOwned(filter)
                && filter.Destination is { } inner
                && inner.PrefixLength > network.PrefixLength
                && network.Contains(inner.BaseAddress)
            )
            .Select(filter => $"'{FilterMatch.Of(filter).Id}'")
            .ToList()
            is { Count: > 0 } foreign
            ? $"Another program's {string.Join(", ", foreign)} goes before it for a part of the prefix."
            : "";
}
