using System.CommandLine;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Local;

namespace IwTune.Agent.Cli.Restoring;

/// <summary><c>rollback CHANGE-ID</c>: by the daemon when one runs, otherwise by this process.</summary>
internal static class RollbackOfChange
{
    public static async Task<int> RunAsync(CliContext context, ParseResult parsed, long id, bool andLater, CancellationToken ct)
    {
        var (terminal, json, state) = (context.Terminal, parsed.WantsJson(), parsed.StateOf());
        // Repeatable: a change that is undone already is not undone again.
        if (
            await RunningDaemon.AskUnlessStoppingAsync(
                context.Time,
                parsed,
                new LocalRequest(LocalVerb.RollbackChange) { Change = id, AndLater = andLater },
                repeatable: true
            ) is
            { } reply
        )
            return RunningDaemon.Tell(terminal, reply, context.Noun, json);
        if (!state.Exists)
            return ChangeJson.Say(terminal, json, ExitCode.Error, $"Change {id} was not rolled back: {state.Missing}");
        using var engine = await LocalEngine.OpenAsync(
            context,
            context.Host(state, out var settings),
            state,
            "rollback",
            settings,
            ct,
            parsed.WaitOf()
        );
        var progress = new StepProgress(terminal, context.Noun, context.Time);
        ChangeRollback result;
        try
        {
            result = await progress.OfAsync(engine.Reconciler, async () => await engine.Reconciler.Rollbacks.OneAsync(id, andLater, ct));
        }
        catch (OperationCanceledException)
        {
            return ChangeJson.Say(terminal, json, ExitCode.Error, progress.Interrupted("restored", "The same command goes on."));
        }
        if (result.Turn is not { } turn)
            return ChangeJson.Say(terminal, json, result.Exit, result.Text);
        var then = PolicyAfterRollback.Settle(engine, all: false);
        if (json)
            return ChangeJson.Write(terminal, result.Exit, $"{result.Text} {then}".TrimEnd(), turn.State, turn.Evidence);
        RollbackVerb.Tell(terminal, turn, then, engine.Reconciler);
        if (result.StillHeld)
            terminal.Say(ChangeRollback.LaterStays, hanging: 0);
        return result.Exit;
    }
}
