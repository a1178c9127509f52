using System.Globalization;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Output.Pages;

/// <summary>What <c>history</c> prints for people: a line for each change, its routes below, the newest last.</summary>
internal static class HistoryPage
{
    /// <summary>A change of more routes names only the first ones, to keep the output short.</summary>
    private const int MostRoutes = 8;

    /// <param name="terminal">Where to.</param>
    /// <param name="shown">The changes, oldest first.</param>
    /// <param name="undo">What a rollback would undo, as a sentence.</param>
    /// <param name="now">Ages are counted from it.</param>
    public static void Write(Terminal terminal, IReadOnlyList<Transaction> shown, string undo, DateTimeOffset now)
    {
        foreach (var past in shown)
        {
            var at = past.At.ToString("yyyy-MM-dd HH:mm:ss'Z'", CultureInfo.InvariantCulture);
            terminal.Say(
                $"{past.Id, 4}  {terminal.Paint(Ink.Quiet, $"{at}, {Age.Of(now - past.At)} ago")}  "
                    + $"{terminal.Paint(InkOf(past), What(past))}{Fate(terminal, past)}",
                hanging: 6
            );
            foreach (var change in past.Changes.Take(MostRoutes))
                terminal.Say($"      {Line(terminal, past, change)}", hanging: 8);
            if (past.Changes.Count > MostRoutes)
                terminal.Out.WriteLine(terminal.Paint(Ink.Quiet, $"      and {past.Changes.Count - MostRoutes} more; --json has them all"));
        }
        terminal.Say(undo, hanging: 0);
    }

    private static string Line(Terminal terminal, Transaction past, Change change)
    {
        var by = past.Kind == TransactionKind.Repair && change.By.Length > 0 ? $"; {Attribution.ChangedBy(change.By)}" : "";
        var outcome = change.Outcome switch
        {
            nameof(Ports.Outcome.Applied) or nameof(Ports.Outcome.AlreadyThere) when change.Detail.Length == 0 => "",
            null => "  " + terminal.Paint(Ink.Attention, "interrupted: perhaps taken"),
            nameof(Ports.Outcome.Refused) or nameof(Ports.Outcome.Failed) =>
                $"  {terminal.Paint(Ink.Bad, change.Outcome)}: {change.Detail}",
            _ => $"  {change.Detail}",
        };
        return $"{change.TargetId}: {WindowText.Of(change.Before.Window)} → {WindowText.Of(change.Wanted)}{by}{outcome}";
    }

    private static string What(Transaction past) =>
        past.Kind switch
        {
            TransactionKind.Apply when past.Changes.Count == 0 => $"applied {PolicyName.Of(past.Content)}: nothing changed",
            TransactionKind.Apply => $"applied {PolicyName.Of(past.Content)}",
            TransactionKind.Repair when past.Extends && past.Changes.TrueForAll(change => change is { Released: true, First: false }) =>
                $"restored {HostWords.Here.Target}s that {PolicyName.Of(past.Content)} does not cover any more",
            TransactionKind.Repair when past.Extends => $"applied {PolicyName.Of(past.Content)} to new {HostWords.Here.Target}s",
            TransactionKind.Repair when past.Changes.Count > 0 && past.Changes.TrueForAll(change => change.Own) =>
                $"adjusted {PolicyName.Of(past.Content)} to this host's losses or limits",
            TransactionKind.Repair => $"repaired drift from {PolicyName.Of(past.Content)}",
            TransactionKind.Resume => $"set again {PolicyName.Of(past.Content)}",
            TransactionKind.Decide => $"decided here: {past.Why}",
            TransactionKind.Override => "overridden by hand",
            TransactionKind.Experiment => $"experiment {past.Digest}",
            TransactionKind.Rollback => "rolled back by hand",
            _ => "restored, not confirmed",
        };

    private static Ink InkOf(Transaction past) =>
        past.Kind switch
        {
            TransactionKind.PutBack => Ink.Attention,
            TransactionKind.Apply or TransactionKind.Rollback or TransactionKind.Override => Ink.Bold,
            _ => Ink.Plain,
        };

    private static string Fate(Terminal terminal, Transaction past) =>
        past switch
        {
            { Undone: true } => terminal.Paint(Ink.Quiet, "  (undone)"),
            { Kind: TransactionKind.Apply, Confirmed: false } => terminal.Paint(Ink.Attention, "  (not confirmed)"),
            _ => "",
        };
}
