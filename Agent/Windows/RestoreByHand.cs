using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.Shared.Formatting;

namespace IwTune.Agent.Windows;

/// <summary>The restore as commands for an elevated PowerShell prompt.</summary>
internal static class RestoreByHand
{
    /// <param name="state">The host as it is now.</param>
    /// <param name="managed">The targets with a before-image.</param>
    public static IReadOnlyList<ManualUndo> Of(WindowsState state, IReadOnlyList<Target> managed)
    {
        var ids = managed.Select(target => target.Id).ToHashSet(StringComparer.Ordinal);
        // What was set last is restored first: a filter before the template that it gives.
        var undo = managed.Reverse().Select(target => new ManualUndo(target.Id, [.. OfTarget(state, target)])).ToList();
        var left = (Unread(state) ? state.Owned : state.Special.Where(state.IsOwned))
            .Where(filter => !ids.Contains(FilterMatch.Of(filter).Id))
            .ToList();
        undo.Add(new ManualUndo("what no target accounts for", [.. left.Count > 0 ? Doubts(state) : [], .. left.Select(Remove)]));
        return undo.FindAll(one => one.Lines.Count > 0);
    }

    private static IEnumerable<string> OfTarget(WindowsState state, Target target)
    {
        var before = target.Original is { } original ? WindowsImage.Read(original.Raw) : new WindowsImage();
        if (
            before is { Template: { } name, Icw: { } icw }
            && state.Find(name)?.InitialCongestionWindow != icw
            && TemplateWindow.TryFrom(icw, out var window)
        )
            yield return $"netsh {string.Join(' ', new NetshCommand.SetInitialWindow(name, window).Arguments)}";
        if (before.UseCustom is { } uses && state.UseCustom != uses)
            yield return "Set-NetTCPSetting -SettingName InternetCustom, DatacenterCustom -AutomaticUseCustom "
                + $"{(uses ? "Enabled" : "Disabled")}";
        if (before.Filter is not { } filter)
            yield break;
        foreach (var doubt in Doubts(state))
            yield return doubt;
        foreach (var ours in Ours(state, filter.Match).Where(ours => ours.Setting != filter.Setting))
            yield return Remove(ours);
        if (filter.Setting is { } setting && !state.For(filter.Match).Any(there => there.Setting == setting))
            yield return $"New-NetTransportFilter {Arguments(filter.Match.With(setting))}";
    }

    private static bool Unread(WindowsState state) => state.Filters.Problem.Length > 0;

    /// <summary>
    /// The filters of ours for these connections: those that are listed where filters cannot be read, and those that are there where the
    /// list cannot be read, because the journal knows that one of ours was made for them.
    /// </summary>
    private static IEnumerable<TransportFilter> Ours(WindowsState state, FilterMatch match) =>
        Unread(state) ? state.Owned.Where(listed => FilterMatch.Of(listed) == match)
        : state.OwnershipProblem.Length > 0 ? state.For(match)
        : state.For(match).Where(state.IsOwned);

    /// <summary>What a person must check before they type the commands.</summary>
    private static IEnumerable<string> Doubts(WindowsState state)
    {
        if (Unread(state))
            yield return ToRead(
                $"Filters cannot be read now: {state.Filters.Problem} A command for a filter that is gone fails and changes nothing."
            );
        if (state.OwnershipProblem.Length > 0)
            yield return ToRead($"{state.OwnershipProblem} Check with Get-NetTransportFilter that no other program made this filter.");
    }

    /// <summary>A second line of a tool's message would be a command.</summary>
    private static string ToRead(string text) => $"# {text.ReplaceLineEndings(" ")}";

    private static string Remove(TransportFilter filter) => $"Remove-NetTransportFilter {Arguments(filter)} -Confirm:$false";

    /// <summary>Every field, as the agent itself names them: a selection by fewer could match filters of other programs.</summary>
    private static string Arguments(TransportFilter filter) =>
        string.Join(' ', FilterRows.Fields(filter).Select(field => Invariant.Text($"-{field.Name} {field.Value}")));
}
