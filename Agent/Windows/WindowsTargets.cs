using System.Globalization;
using System.Net;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Windows;

/// <summary>Templates and filters as targets: the templates first, because a filter uses one.</summary>
internal static class WindowsTargets
{
    /// <summary>The owner of what Windows itself has.</summary>
    public const string Windows = "windows";

    /// <summary>The owner of a filter that is listed as ours.</summary>
    public const string Ours = "iwtune";

    /// <summary>The owner of every other filter; who that is cannot be known, because a filter has no name.</summary>
    public const string Others = "other";

    /// <summary>The destination of what covers every connection.</summary>
    public static readonly IPNetwork Everywhere = IPNetwork.Parse("0.0.0.0/0");

    /// <summary>On 2008 R2: the window of the one template that can be set, and the command that makes all connections take it.</summary>
    public static OwnersSetting ByHand { get; } =
        new(
            "an elevated command prompt",
            "netsh interface tcp set supplemental template=custom {0} && netsh interface tcp set supplemental template=custom",
            "icw={0}",
            ""
        );

    public static string Id(TemplateName name) => $"template {name}";

    public static IReadOnlyList<Target> Of(WindowsState state)
    {
        var plan = DefaultPlan.Of(state);
        return
        [
            .. state
                .Templates.Templates.Where(template => template.Name != TemplateName.Automatic)
                .Select(template => Of(state, plan, template)),
            .. state.Rules.Way == DefaultWay.UseCustom && state.Default == TemplateName.Automatic
                ? [Automatic(state)]
                : Array.Empty<Target>(),
            .. state.Special.GroupBy(FilterMatch.Of).Select(same => Of(state, same.Key, same.First())),
            .. state
                .Owned.GroupBy(FilterMatch.Of)
                .Where(same => !state.For(same.Key).Any())
                .Select(same => state.Filters.Problem.Length == 0 ? Missing(same.Key) : Unseen(state, same.Key, same.Last())),
        ];
    }

    /// <summary>A missing filter: one of ours that another program removed, or one that a step would make.</summary>
    public static Target Missing(FilterMatch match) =>
        new()
        {
            Id = match.Id,
            Noun = "filter",
            Destination = match.Destination ?? Everywhere,
            Owner = Ours,
            Strategy = new Strategy(
                StrategyKind.Native,
                "A transport filter of Windows gives the connections to this destination a custom template; Windows keeps it over restarts."
            ),
            Current = Window.Unset,
            Raw = new WindowsImage { Filter = FilterRecord.Of(match, null) }.Write(),
        };

    /// <summary>A filter of ours while filters cannot be read: it is not gone, and nothing may be done with it.</summary>
    private static Target Unseen(WindowsState state, FilterMatch match, TransportFilter listed) =>
        Missing(match) with
        {
            Strategy = new Strategy(StrategyKind.ReportOnly, $"It is listed as ours and cannot be looked at now: {state.Filters.Problem}"),
            Current = state.WindowOf(listed.Setting),
            Raw = new WindowsImage { Filter = FilterRecord.Of(match, listed.Setting) }.Write(),
        };

    private static Target Of(WindowsState state, DefaultPlan plan, Template template) =>
        new()
        {
            Id = Id(template.Name),
            Noun = "template",
            Destination = Everywhere,
            Owner = Windows,
            Strategy = StrategyOf(state, template),
            Current = new Window(template.InitialCongestionWindow, null),
            Raw = new WindowsImage { Template = template.Name, Icw = template.InitialCongestionWindow }.Write(),
            InUse = plan.Templates.Contains(template.Name),
            OnlyByOverride = string.Equals(template.CongestionProvider, "LEDBAT", StringComparison.OrdinalIgnoreCase)
                ? $"{Id(template.Name)} has the congestion control LEDBAT: it was made for background transfers, as Configuration "
                    + "Manager does, which are to give way to everything else. 'iwtune override' sets it all the same."
                : null,
        };

    /// <summary>The choice of Automatic, whose window is that of the templates that it takes.</summary>
    public static Target Automatic(WindowsState state) =>
        new()
        {
            Id = Id(TemplateName.Automatic),
            Noun = "template",
            Destination = Everywhere,
            Owner = Windows,
            Strategy = state.UseCustom is null
                ? new Strategy(
                    StrategyKind.ReportOnly,
                    "Whether Automatic takes the custom templates (AutomaticUseCustom) cannot be read on this host: netsh does not show "
                        + "it, and WMI does not answer. 'iwtune doctor' says why."
                )
                : new Strategy(
                    StrategyKind.InPlace,
                    "AutomaticUseCustom makes Automatic take the custom templates; the others cannot be set on this Windows."
                ),
            Current = state.WindowOf(TemplateName.Automatic),
            Raw = new WindowsImage { Template = TemplateName.Automatic, UseCustom = state.UseCustom }.Write(),
        };

    private static Target Of(WindowsState state, FilterMatch match, TransportFilter filter)
    {
        var missing = Missing(match);
        var ours = state.IsOwned(filter);
        return missing with
        {
            Owner = ours ? Ours : Others,
            Strategy = ours
                ? missing.Strategy
                : new Strategy(
                    StrategyKind.ReportOnly,
                    state.OwnershipProblem.Length > 0
                        ? $"Whether iwtune made this filter, which gives {filter.Setting}, is not known: {state.OwnershipProblem}"
                        : $"Another program made this filter, which gives {filter.Setting}; iwtune never touches it. An administrator can "
                            + "remove it: Remove-NetTransportFilter."
                ),
            Current = state.WindowOf(filter.Setting),
            Raw = new WindowsImage { Filter = FilterRecord.Of(match, filter.Setting) }.Write(),
            InUse = match.Destination is not null,
        };
    }

    /// <summary>How a template would be set on this host, as it is now.</summary>
    public static Strategy StrategyOf(WindowsState state, Template template) =>
        template switch
        {
            _ when state.Rules is { Way: DefaultWay.None, Unsupported: { } why } => new Strategy(StrategyKind.ReportOnly, why),
            _ when !state.Rules.Writable.Contains(template.Name) => new Strategy(
                StrategyKind.ReportOnly,
                $"This Windows lets only {string.Join(" and ", state.Rules.Writable)} be set."
            ),
            _ when state.Rules.Way == DefaultWay.ByHand => new Strategy(
                StrategyKind.ReportOnly,
                "On this Windows a window comes to connections only when custom is made the machine's default template, which a person "
                    + "must decide."
            )
            {
                Instead = ByHand,
            },
            { InitialCongestionWindow: null } => new Strategy(
                StrategyKind.ReportOnly,
                $"The window of {Id(template.Name)} cannot be read here, so it could not be restored."
            ),
            { InitialCongestionWindow: { } now } when !TemplateWindow.TryFrom(now, out _) => new Strategy(
                StrategyKind.ReportOnly,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{Id(template.Name)} has {now} now, which netsh would not take back: {state.Rules.Segments.Source}. Set an even "
                        + $"number by hand first."
                )
            ),
            _ => new Strategy(
                StrategyKind.InPlace,
                "netsh writes the template's initial congestion window and nothing else of it; Windows keeps it over restarts."
            ),
        };
}
