using System.Globalization;
using IwTune.Agent.Engine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>The host's windows beside the required ones, and what a fresh connection got.</summary>
internal static class StateView
{
    public static void Write(Terminal terminal, HostState state, IReadOnlyList<Evidence> evidence, string noun)
    {
        var measured = evidence
            .Where(e => e.Method == EvidenceMethod.FreshConnection)
            .GroupBy(e => e.TargetId, StringComparer.Ordinal)
            .ToDictionary(group => group.Key, group => group.Last(), StringComparer.Ordinal);
        var words = (state.Decided ?? []).ToDictionary(decided => decided.Scope, decided => $" ({decided.Word})", StringComparer.Ordinal);
        var notes = new Footnotes();
        var shown = state.Targets.Where(target => target.Wanted is not null || target.Outcome is not null).ToList();
        var table = new Table(
            (noun.ToUpperInvariant(), Align.Left),
            ("REQUIRED", Align.Left),
            ("READ BACK", Align.Left),
            ("FRESH CONNECTION", Align.Left)
        );
        foreach (var target in shown)
        {
            var holds = target.Wanted is null || target.Wanted == target.Configured;
            table.Add(
                target.Id,
                target.Wanted is { } wanted ? WindowText.Of(wanted) + words.GetValueOrDefault(target.Scope ?? "")
                    : target.Left is null ? "as before"
                    : "–",
                new Cell(
                    WindowText.Of(target.Configured) + (terminal.Width is null ? "" : notes.Mark(target.Reason)),
                    holds ? Ink.Good : Ink.Bad
                ),
                measured.TryGetValue(target.Id, out var seen) ? Seen(seen, notes) : ""
            );
        }
        if (shown.Count > 0)
            table.Write(terminal);
        notes.Write(terminal);
        foreach (var target in state.Targets.Where(target => target.Reason.Length > 0 && terminal.Width is null))
            terminal.Out.WriteLine(terminal.Paint(Ink.Attention, $"! {target.Id}: {target.Reason}"));
        foreach (var unmatched in state.Unmatched)
            terminal.Say(terminal.Paint(Ink.Attention, $"! {unmatched}"));
    }

    private static Cell Seen(Evidence seen, Footnotes notes) =>
        seen.Conclusive && seen.InitialCwnd is { } segments
            ? new Cell(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{Counted.Of(segments, "segment")} to {seen.Peer}, RTT {seen.RttMicroseconds / 1000.0:0.0} ms{Bound(seen)}"
                ),
                Ink.Good
            )
            : new Cell($"not measured{notes.Mark(seen.Note)}", Ink.Quiet);

    private static string Bound(Evidence seen) =>
        seen.EffectiveSegments is { } effective && effective < seen.InitialCwnd
            ? string.Create(CultureInfo.InvariantCulture, $"; effective {effective}, limited by the {BindingText.Of(seen)}")
            : "";
}
