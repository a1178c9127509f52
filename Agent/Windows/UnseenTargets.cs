using System.Net;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Windows;

/// <summary>
/// Targets of ours that a reading leaves out although Windows still has them: a template that a tool does not list, the choice of Automatic
/// on a host where connections do not depend on it any more, and a filter while filters cannot be read. Taken for gone, they would keep our
/// values forever.
/// </summary>
internal static class UnseenTargets
{
    /// <param name="state">The reading.</param>
    /// <param name="version">Which Windows; after an upgrade it may not have the template.</param>
    /// <param name="lost">Ids of targets that the reading does not show, each with the window that was set last.</param>
    public static IReadOnlyList<Target> Of(WindowsState state, WindowsVersion version, IReadOnlyDictionary<string, Window> lost) =>
        [
            .. NetshWords
                .Templates(version)
                .Where(name => lost.ContainsKey(WindowsTargets.Id(name)))
                .Select(name => Unlisted(state, name, lost[WindowsTargets.Id(name)])),
            .. lost.ContainsKey(WindowsTargets.Id(TemplateName.Automatic)) ? [WindowsTargets.Automatic(state)] : Array.Empty<Target>(),
            .. state.Filters.Problem.Length > 0 ? lost.Select(one => Filter(state, one.Key, one.Value)).OfType<Target>() : [],
        ];

    /// <summary>A filter that is neither listed as ours any more nor to be looked at now.</summary>
    private static Target? Filter(WindowsState state, string id, Window set) =>
        IPNetwork.TryParse(id.Split(' ')[^1], out var destination) && FilterMatch.To(destination) is var match && match.Id == id
            ? WindowsTargets.Missing(match) with
            {
                Strategy = new Strategy(
                    StrategyKind.ReportOnly,
                    $"It was made earlier and cannot be looked at now: {state.Filters.Problem} The window shown is the one that was set "
                        + "last."
                ),
                Current = set,
            }
            : null;

    private static Target Unlisted(WindowsState state, TemplateName name, Window set) =>
        new()
        {
            Id = WindowsTargets.Id(name),
            Noun = "template",
            Destination = WindowsTargets.Everywhere,
            Owner = WindowsTargets.Windows,
            Strategy = new Strategy(
                StrategyKind.ReportOnly,
                $"{MethodText.Of(state.Templates.Method)} does not list this template now, so it can be neither set nor restored. The "
                    + "window shown is the one that was set last."
            ),
            Current = set,
            Raw = new WindowsImage { Template = name, Icw = set.InitCwnd }.Write(),
            InUse = state.Landing.Contains(name),
        };
}
