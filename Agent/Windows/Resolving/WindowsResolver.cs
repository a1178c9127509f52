using IwTune.Agent.Engine;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Windows.Resolving;

/// <summary>From scopes to templates and filters. Pure: equal input, equal answer.</summary>
internal static class WindowsResolver
{
    private const string Unread =
        "AutomaticUseCustom cannot be read on this host: netsh does not show it, and WMI does not answer. 'iwtune doctor' says why.";

    /// <param name="state">The host as it was read.</param>
    /// <param name="content">The required content.</param>
    /// <param name="observed">The same reading as targets, with what the journal knows of them.</param>
    public static Resolution Resolve(WindowsState state, BundleContent content, HostSnapshot observed)
    {
        var asked = content.Windows.Select(Asked.Of).ToList();
        var wants = new WantList(observed);
        var doubtful = Doubtful(state, wants);
        var plan = doubtful.Count > 0 ? new DefaultPlan(doubtful, false, []) : DefaultPlan.Of(state, wants.LeavesCustom);
        var unmatched = asked.Where(one => one.Scope is Scope.Interface or Scope.Table or Scope.Containers).Select(Unmatched).ToList();

        var everything = asked.FirstOrDefault(one => one.Scope is Scope.Default);
        if (everything is not null && doubtful.Count > 0)
            KeepDefault(plan, wants, everything);
        else if (everything is not null)
            AddDefault(state, plan, wants, everything);
        if (everything is not null && !wants.Any)
            unmatched.Add(
                new UnmatchedScope(
                    everything.Scope,
                    state.Rules.Unsupported
                        ?? $"{string.Join(" and ", plan.Templates)} cannot be read on this host. {ByHand(state, everything)}".TrimEnd(),
                    false
                )
            );
        PrefixWants.Add(state, everything is null ? null : plan, wants, [.. asked.Where(one => one.Scope is Scope.Prefix)]);
        return new Resolution(content, wants.InOrder, [.. unmatched.OrderBy(one => asked.FindIndex(other => other.Scope == one.Scope))]);
    }

    private static string ByHand(WindowsState state, Asked asked) =>
        state.Rules.Way == DefaultWay.ByHand && state.Rules.Segments.Refuse(asked.Window.InitCwnd) is null
            ? WindowsTargets.ByHand.Sentence(asked.Window)
            : "";

    /// <summary>The choice of Automatic cannot be read: what was set before that for the default scope.</summary>
    private static List<TemplateName> Doubtful(WindowsState state, WantList wants) =>
        state is { Default: TemplateName.Automatic, UseCustom: null, Rules.Way: DefaultWay.InPlace }
            ?
            [
                .. state.Rules.Custom.Where(name =>
                    wants.IsManaged(WindowsTargets.Id(name)) && state.Owned.All(filter => filter.Setting != name)
                ),
            ]
            : [];

    private static void KeepDefault(DefaultPlan plan, WantList wants, Asked asked)
    {
        var cannot =
            $"{string.Join(" and ", plan.Templates)} were set when Automatic took them, and whether it still does is not known: " + Unread;
        foreach (var name in plan.Templates.Append(TemplateName.Automatic))
            wants.Keep(WindowsTargets.Id(name), asked, cannot);
    }

    private static void AddDefault(WindowsState state, DefaultPlan plan, WantList wants, Asked asked)
    {
        var cannot = asked.Cannot ?? Missing(state, plan) ?? Unexpressed(state, plan);
        asked = asked with
        {
            Note = string.Join(' ', new[] { asked.Note, state.Rules.StockRefused, Overridden(state) }.Where(note => note.Length > 0)),
        };
        foreach (var name in plan.Templates)
            wants.Add(WindowsTargets.Id(name), asked, cannot);
        // Where another program set Automatic already, there is nothing to set and nothing to restore.
        if (plan.Automatic && (state.UseCustom != true || wants.IsManaged(WindowsTargets.Id(TemplateName.Automatic))))
            wants.Add(WindowsTargets.Id(TemplateName.Automatic), asked, cannot, plan.Templates);
        foreach (var match in plan.Filters)
            wants.Add(match, plan.Templates[0], asked, cannot);
    }

    /// <summary>Filters of others take connections away from the default scope, up to all of them.</summary>
    private static string Overridden(WindowsState state) =>
        state
            .Special.Where(filter => filter.Destination is not null && !state.IsOwned(filter))
            .Select(filter => $"'{FilterMatch.Of(filter).Id}'")
            .ToList()
            is { Count: > 0 } foreign
            ? $"Filters of other programs go before it: {string.Join(", ", foreign)}. Connections to these destinations get their "
                + "templates."
            : "";

    private static string? Missing(WindowsState state, DefaultPlan plan) =>
        plan.Templates.Where(name => state.Find(name) is null).ToList() is { Count: > 0 } missing
            ? $"Connections without a filter get {string.Join(" or ", plan.Templates)}, and {string.Join(" and ", missing)} cannot be "
                + "read on this host, so they would not all get the window."
            : null;

    /// <summary>Half of it would change no connection, or only those of another program's filter.</summary>
    private static string? Unexpressed(WindowsState state, DefaultPlan plan) =>
        plan.Automatic && state.UseCustom is null
            ? $"{string.Join(" and ", plan.Templates)} serve connections only when Automatic takes them, and {Unread}"
        : plan.Filters.Count > 0 ? NoFilters(state)
        : null;

    /// <summary>Why no filter can be made here; <see langword="null"/> when one can.</summary>
    internal static string? NoFilters(WindowsState state) =>
        state.Filters.Problem.Length > 0 ? $"A transport filter is needed, and filters cannot be read here: {state.Filters.Problem}"
        : state.OwnershipProblem.Length > 0 ? state.OwnershipProblem
        : null;

    private static UnmatchedScope Unmatched(Asked asked) =>
        new(
            asked.Scope,
            asked.Scope is Scope.Containers ? Capabilities.NoControlGroups
                : asked.Scope is Scope.Interface
                    ? "Windows keeps windows in TCP templates, which connections get by round-trip time, destination or port, and not by "
                        + "interface. Use a prefix scope for what lies behind it."
                : "Windows has no routing tables to choose from; use the default scope or a prefix.",
            true
        );
}
