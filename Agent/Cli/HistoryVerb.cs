using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.History;

namespace IwTune.Agent.Cli;

/// <summary>What was done on this host.</summary>
internal static class HistoryVerb
{
    private static readonly Option<int> Last = new("--last") { HelpName = "N", Description = "How many changes to show [default: 20]", DefaultValueFactory = _ => 20 };

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Look, "history", "What was changed here, when, by which policy, and what was put back")
        {
            Examples = [("sudo iwtune history", "the last changes, newest last"), ("sudo iwtune history --json", "for programs")],
        };
        verb.Add(Last);
        verb.Add(JsonOption.Option);
        verb.SetAction(parsed => Run(context, parsed));
        return verb;
    }

    private static int Run(CliContext context, ParseResult parsed)
    {
        var state = parsed.StateOf();
        var shown = Journal.Peek(state, context.Time).Transactions.TakeLast(Math.Max(0, parsed.GetValue(Last))).ToList();
        if (parsed.WantsJson())
            context.Terminal.Out.WriteLine(JsonSerializer.Serialize(HistoryJson.Of(shown), OutputJson.Default.IReadOnlyListPastChange));
        else if (shown.Count == 0)
            context.Terminal.Out.WriteLine($"Nothing has been changed with {state.Root}.");
        else
            Print(context.Terminal, shown);
        return ExitCode.Fine;
    }

    private static void Print(Terminal terminal, List<Transaction> shown)
    {
        foreach (var past in shown)
        {
            var at = past.At.ToString("yyyy-MM-dd HH:mm:ss'Z'", CultureInfo.InvariantCulture);
            terminal.Say($"{past.Id,4}  {at}  {What(past)}{terminal.Paint(Ink.Attention, Fate(past))}");
            foreach (var change in past.Changes)
            {
                var outcome = change.Outcome is nameof(Ports.Outcome.Applied) ? "" : $"  {change.Outcome ?? "interrupted: perhaps taken"} {change.Detail}";
                var by = past.Kind == TransactionKind.Repair && change.By.Length > 0 ? $"  after {change.By}" : "";
                terminal.Say($"      {change.TargetId}: {WindowText.Of(change.Before.Window)} → {WindowText.Of(change.Wanted)}{by}{outcome}".TrimEnd(), hanging: 8);
            }
        }
    }

    private static string What(Transaction past) => past.Kind switch
    {
        TransactionKind.Apply => $"applied {PolicyName.Of(past.Content)}",
        TransactionKind.Repair => $"repaired drift from {PolicyName.Of(past.Content)}",
        TransactionKind.Resume => $"set again {PolicyName.Of(past.Content)}",
        TransactionKind.Override => "overridden by hand",
        TransactionKind.Rollback => "rolled back by hand",
        _ => "put back, not confirmed",
    };

    private static string Fate(Transaction past) =>
        past.Undone ? "  (undone)" : past is { Kind: TransactionKind.Apply, Confirmed: false } ? "  (not confirmed)" : "";
}
