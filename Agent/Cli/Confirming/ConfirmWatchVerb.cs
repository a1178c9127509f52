using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Confirming;

/// <summary>Started by <see cref="ConfirmWatcher"/>: restores an unconfirmed change whose process was killed.</summary>
internal static class ConfirmWatchVerb
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(
            VerbGroup.Change,
            ConfirmWatcher.Verb,
            "Undo an unconfirmed change whose process was killed; 'apply' starts this"
        )
        {
            Hidden = true,
            Details =
                "Waits until the change is confirmed or undone. When neither has happened a second after the deadline, it undoes the "
                + "change.",
        };
        verb.SetAction((parsed, ct) => RunAsync(context, Options.StateOption.StateOf(parsed), ct));
        return verb;
    }

    internal static async Task<int> RunAsync(CliContext context, StateDirectory state, CancellationToken ct)
    {
        context.Detach?.Invoke();
        await context.Terminal.Out.WriteLineAsync(ConfirmWatcher.Ready);
        (DateTimeOffset Armed, long At)? seen = null;
        while (true)
        {
            if (CommitConfirm.PeekPendingIn(state, context.Time) is not { } pending)
            {
                // Not armed yet, or settled: the process that applies holds the lock until it has ended.
                if (StateLock.Holder(state) is null)
                    return ExitCode.Fine;
            }
            else
            {
                if (seen?.Armed != pending.Armed)
                    seen = (pending.Armed, context.Time.GetTimestamp());
                if (IsOver(pending, seen.Value.At, context.Time))
                    await PutBackAsync(context, state, pending, ct);
            }
            await Task.Delay(Pause, context.Time, ct);
        }
    }

    /// <summary>By the clock, or by the time since this process saw the timer: the clock may have been set back.</summary>
    private static bool IsOver(PendingConfirm pending, long since, TimeProvider time) =>
        time.GetUtcNow() - pending.Deadline >= Pause || time.GetElapsedTime(since) - pending.Within >= Pause;

    /// <summary>
    /// Does nothing while another process uses the state directory: that process restores, or it ends and this one tries again.
    /// </summary>
    private static async Task PutBackAsync(CliContext context, StateDirectory state, PendingConfirm overdue, CancellationToken ct)
    {
        try
        {
            using var engine = await LocalEngine.OpenAsync(
                context,
                context.Host(state, out var settings),
                state,
                ConfirmWatcher.Verb,
                settings,
                ct
            );
            if (engine.Reconciler.Pending == overdue)
                await engine.Reconciler.Rollbacks.PendingAsync("it was not confirmed in time, and the process that waited was gone", ct);
        }
        catch (Exception e) when (e is StateUnusableException or TunerUnavailableException)
        {
            await context.Terminal.Error.WriteLineAsync(e.Message);
        }
    }
}
