using IwTune.Server.Console;
using IwTune.Server.Console.Components;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>How the entries of a host's history look, and which filter shows them.</summary>
internal static class HostHistoryLook
{
    private sealed record Look(string Filter, string Icon, string Tone);

    private static readonly Dictionary<string, Look> Looks = new(StringComparer.Ordinal)
    {
        [nameof(HostEventKind.Received)] = new("revisions", "download", "info"),
        [nameof(HostEventKind.Rejected)] = new("revisions", "error", "bad"),
        [nameof(HostEventKind.Applied)] = new("revisions", "apply", "info"),
        [nameof(HostEventKind.ApplyFailed)] = new("revisions", "error", "bad"),
        [nameof(HostEventKind.Confirmed)] = new("revisions", "check", "good"),
        [nameof(HostEventKind.PutBack)] = new("revisions", "undo", "warn"),
        [nameof(HostEventKind.Drifted)] = new("repairs", "drift", "warn"),
        [nameof(HostEventKind.Repaired)] = new("repairs", "repair", "good"),
        [nameof(HostEventKind.Decided)] = new("revisions", "edit", "info"),
        [nameof(HostEventKind.OwnerFights)] = new("repairs", "error", "bad"),
        [nameof(HostEventKind.Held)] = new("holds", "except", "info"),
        [nameof(HostEventKind.Released)] = new("holds", "check", "info"),
        [nameof(HostEventKind.Overridden)] = new("holds", "edit", "info"),
        [nameof(HostEventKind.Experiment)] = new("holds", "info", "info"),
        [nameof(HostEventKind.ReportsLost)] = new("host", "error", "warn"),
        [nameof(HostHistoryEntry.Verdict)] = new("verdicts", "info", "muted"),
        [nameof(HistoryKind.Enrolled)] = new("host", "plus", "info"),
        [nameof(HistoryKind.Retired)] = new("host", "out", "muted"),
        [nameof(HistoryKind.Labelled)] = new("host", "edit", "muted"),
        [nameof(HistoryKind.SecretReplaced)] = new("host", "key", "muted"),
        [nameof(HistoryKind.KeyRegistered)] = new("host", "key", "info"),
        [nameof(HistoryKind.ProofRefused)] = new("host", "error", "bad"),
        [nameof(HistoryKind.SameMachine)] = new("host", "error", "warn"),
        [nameof(HistoryKind.StoreBehind)] = new("host", "error", "warn"),
        [nameof(HistoryKind.WentBack)] = new("host", "undo", "warn"),
        [nameof(HistoryKind.CloneSuspected)] = new("host", "error", "bad"),
        [nameof(HistoryKind.CloneDecided)] = new("host", "check", "info"),
        [nameof(HistoryKind.CloneAdopted)] = new("host", "plus", "info"),
    };

    /// <summary>The name of each filter in addresses, and its word.</summary>
    public static IReadOnlyList<(string Key, string Word)> Filters { get; } =
    [
        ("", "All"),
        ("revisions", "Revisions"),
        ("repairs", "Repairs"),
        ("holds", "Holds and experiments"),
        ("verdicts", "Verdicts"),
        ("host", "Host"),
    ];

    public static bool Has(string kind) => Looks.ContainsKey(kind);

    public static bool Matches(string? filter, string kind) =>
        string.IsNullOrEmpty(filter) || (Looks.TryGetValue(kind, out var look) && look.Filter == filter);

    /// <summary>
    /// The entries, newest first, without those that repeat a verdict and its reason: what changed there, a control or the required
    /// revision, is in the evidence of a day.
    /// </summary>
    public static IEnumerable<HostHistoryEntry> Turns(IReadOnlyList<HostHistoryEntry> entries)
    {
        var turns = new List<HostHistoryEntry>();
        HostHistoryEntry? before = null;
        foreach (var entry in entries.Reverse())
        {
            if (entry.Verdict is not null && before is not null && Repeats(entry, before))
                continue;
            before = entry.Verdict is null ? before : entry;
            turns.Add(entry);
        }
        turns.Reverse();
        return turns;
    }

    private static bool Repeats(HostHistoryEntry entry, HostHistoryEntry before) =>
        (entry.Verdict, entry.Text, entry.Late) == (before.Verdict, before.Text, before.Late);

    public static Timeline.Item Of(HostHistoryEntry entry)
    {
        if (entry.Verdict is { } turned)
        {
            var verdict = VerdictLook.Of(turned);
            var why = Sentences.Start(entry.Text) + (entry.Late ? "; reported later" : "");
            return new(entry.At, verdict.Icon, verdict.Tone == "quiet" ? "muted" : verdict.Tone, verdict.Word, why);
        }
        var look = Looks.GetValueOrDefault(entry.Kind) ?? new("", "info", "muted");
        return new(entry.At, look.Icon, look.Tone, HistoryWords.Of(entry.Kind), entry.Text);
    }
}
