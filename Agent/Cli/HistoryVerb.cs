using System.CommandLine;
using System.Text.Json;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli;

/// <summary>What was done on this host.</summary>
internal static class HistoryVerb
{
    private static readonly Option<int> Last = new("--last") { HelpName = "N", Description = "How many changes to show [default: 20]", DefaultValueFactory = _ => 20 };

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Look, "history", "What was changed here, when, by which policy, and what was put back")
        {
            Details = $"The newest comes last. A repair says who had changed the {HostWords.Here.Target}, as far as that was seen.",
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
        var journal = Journal.Peek(state, context.Time);
        var shown = journal.Transactions.TakeLast(Math.Max(0, parsed.GetValue(Last))).ToList();
        if (parsed.WantsJson())
            context.Terminal.Out.WriteLine(JsonSerializer.Serialize(HistoryJson.Of(shown), OutputJson.Default.IReadOnlyListPastChange));
        else if (shown.Count == 0)
            context.Terminal.Out.WriteLine($"Nothing has been changed with {state.Root}.");
        else
            HistoryPage.Write(context.Terminal, shown, journal.LastUndoable, context.Time.GetUtcNow());
        return ExitCode.Fine;
    }
}
