using System.CommandLine;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;

namespace IwTune.Agent.Cli.Confirming;

/// <summary>Keeps what waits to be confirmed.</summary>
internal static class ConfirmVerb
{
    /// <summary>How long the waiting process may take to see the request.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Change, "confirm", "Keep a change that waits to be confirmed")
        {
            Details =
                "That you can run this command proves that the host is reachable.\nExits 1 when no change waits: "
                + "it may have been undone already.",
            Examples = [("sudo iwtune confirm", "disarm the dead-man timer")],
        };
        verb.Add(JsonOption.Option);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, ParseResult parsed, CancellationToken ct)
    {
        if (RunningDaemon.Ask(parsed, new LocalRequest(LocalVerb.Confirm)) is { } reply)
            return RunningDaemon.Tell(context.Terminal, reply, context.Noun, parsed.WantsJson());
        var (exit, said) = await ConfirmAsync(context, parsed, ct);
        return ChangeJson.Say(context.Terminal, parsed.WantsJson(), exit, said);
    }

    private static async Task<(int Exit, string Said)> ConfirmAsync(CliContext context, ParseResult parsed, CancellationToken ct)
    {
        var state = parsed.StateOf();
        if (CommitConfirm.PendingIn(state, context.Time) is not { } pending)
            return (ExitCode.Error, CommitConfirm.NothingWaits);
        if (pending.Deadline <= context.Time.GetUtcNow())
            return await TooLateAsync(context, state, pending, ct);
        return StateLock.Holder(state) is null
            ? await HereAsync(context, state, pending, ct)
            : await ElsewhereAsync(context, state, pending, ct);
    }

    /// <summary>
    /// A confirmation that comes too late must not look like a success: the change is restored, if it has not been restored yet.
    /// </summary>
    private static async Task<(int Exit, string Said)> TooLateAsync(
        CliContext context,
        StateDirectory directory,
        PendingConfirm pending,
        CancellationToken ct
    )
    {
        using var engine = await LocalEngine.OpenAsync(
            context,
            context.Host(directory, out var settings),
            directory,
            "confirm",
            settings,
            ct,
            Patience
        );
        var undone = await engine.Reconciler.Rollbacks.PendingAsync("it was not confirmed in time", ct);
        return (
            ExitCode.Error,
            $"Too late: {PolicyName.Of(pending.Policy, pending.Revision)} could be confirmed until {pending.Deadline:u}. "
                + $"{undone?.State.Reason ?? "It was undone."}"
        );
    }

    /// <summary>The process that applied it is dead; a person who confirms it is right all the same.</summary>
    private static async Task<(int Exit, string Said)> HereAsync(
        CliContext context,
        StateDirectory directory,
        PendingConfirm pending,
        CancellationToken ct
    )
    {
        using var engine = await LocalEngine.OpenAsync(
            context,
            context.Host(directory, out var settings),
            directory,
            "confirm",
            settings,
            ct
        );
        return (
            ExitCode.Fine,
            $"{engine.Reconciler.Timer.Confirm("by hand")?.Text ?? $"{pending.Policy} was settled already."} "
                + "'iwtune rollback' undoes it."
        );
    }

    private static async Task<(int Exit, string Said)> ElsewhereAsync(
        CliContext context,
        StateDirectory state,
        PendingConfirm pending,
        CancellationToken ct
    )
    {
        Ask(state);
        var start = context.Time.GetTimestamp();
        while (File.Exists(state.Pending))
        {
            if (context.Time.GetElapsedTime(start) > Patience)
                throw new StateUnusableException(
                    $"The process that waits for the confirmation does not answer: {StateLock.Holder(state)}. Look at it; "
                        + "'iwtune rollback' restores everything once it is gone."
                );
            await Task.Delay(TimeSpan.FromMilliseconds(50), context.Time, ct);
        }
        var kept = Engine
            .History.Journal.Peek(state, context.Time)
            .Transactions.Any(past => past.Id == pending.Transaction && past.Confirmed);
        return kept
            ? (ExitCode.Fine, $"{pending.Policy} is confirmed. 'iwtune rollback' undoes it.")
            : (ExitCode.Error, $"Too late: {pending.Policy} was undone.");
    }

    private static void Ask(StateDirectory state)
    {
        try
        {
            CommitConfirm.AskToConfirm(state);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StateUnusableException(
                $"The confirmation could not be written to {state.Root}: {e.Message} In the other terminal, press Enter instead.",
                e
            );
        }
    }
}
