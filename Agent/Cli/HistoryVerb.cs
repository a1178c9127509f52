using System.CommandLine;
using IwTune.Agent.Cli.Confirming;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli;

/// <summary>What was done on this host.</summary>
internal static class HistoryVerb
{
    private static readonly Option<int> Last = CountOption();

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Look, "history", "Changes on this host: time, policy, and whether they were undone")
        {
            Details =
                $"The newest change is last. A repair names the program that had changed the {HostWords.Here.Target}, where that is known.",
            Examples = [("sudo iwtune history", "the last changes, newest last"), ("sudo iwtune history --json", "for programs")],
        };
        verb.Add(Last);
        verb.Add(JsonOption.Option);
        verb.SetAction(parsed => Run(context, parsed));
        return verb;
    }

    private static string Undo(Journal journal) =>
        journal.LastUndoable is { } last ? $"'iwtune rollback' would undo change {last.Id}."
        : journal.Managed.Any() ? "No application of a policy is left to undo; 'iwtune rollback --all' restores what else was set."
        : "Nothing here can be undone any more.";

    private static Option<int> CountOption()
    {
        var last = new Option<int>("--last")
        {
            HelpName = "N",
            Description = "How many changes to show [default: 20]",
            DefaultValueFactory = _ => 20,
        };
        last.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<int>() < 1)
                result.AddError("--last: give the number of changes to show, at least 1.");
        });
        return last;
    }

    private static int Run(CliContext context, ParseResult parsed)
    {
        var state = parsed.StateOf();
        var journal = Journal.Peek(state, context.Time);
        var shown = journal.Transactions.TakeLast(parsed.GetValue(Last)).ToList();
        if (parsed.WantsJson())
            context.Terminal.Out.WriteJson(HistoryJson.Of(shown), AgentJson.Shown.IReadOnlyListPastChange);
        else if (shown.Count == 0)
            context.Terminal.Out.WriteLine(state.Exists ? state.Empty : state.Missing);
        else
            HistoryPage.Write(context.Terminal, shown, Undo(journal), context.Time.GetUtcNow());
        ConfirmNotice.Tell(context, state);
        return ExitCode.Fine;
    }
}
