using System.Globalization;
using System.Runtime.InteropServices;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine;

namespace IwTune.Agent.Cli.Confirming;

/// <summary>Waits in the foreground for a person to confirm that the host can still be reached.</summary>
internal static class ConfirmWait
{
    /// <summary>How often another terminal's confirmation is checked for; a person does not notice a shorter delay.</summary>
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(200);

    /// <param name="context">The verb's surroundings.</param>
    /// <param name="reconciler">With an armed timer.</param>
    /// <param name="confirmed">The exit code when it is kept.</param>
    /// <param name="ct">Ctrl+C: restores at once.</param>
    public static async Task<int> RunAsync(CliContext context, Reconciler reconciler, int confirmed, CancellationToken ct)
    {
        using var gone = new CancellationTokenSource();
        using var hangUp = OperatingSystem.IsWindows()
            ? null
            : PosixSignalRegistration.Create(
                PosixSignal.SIGHUP,
                signal =>
                {
                    signal.Cancel = true; // the terminal is gone; restore first, then end
                    gone.Cancel();
                }
            );
        using var either = CancellationTokenSource.CreateLinkedTokenSource(ct, gone.Token);
        var terminal = context.Terminal;
        terminal.Error.WriteLine(
            terminal.Interactive
                ? "Press Enter to keep this, Ctrl+C to restore everything now. Another terminal can run 'iwtune confirm'."
                : $"Everything is restored at {reconciler.Pending?.Deadline:u} unless 'iwtune confirm' is run in another terminal."
        );
        var enter = terminal.Interactive ? Task.Run(terminal.In.ReadLine, CancellationToken.None) : Task.FromResult<string?>(null);
        try
        {
            while (reconciler.Timer.Left is { } left && left > TimeSpan.Zero)
            {
                Count(terminal, left);
                await Task.Delay(Look < left ? Look : left, context.Time, either.Token);
                if (!reconciler.Timer.IsRequested && enter is not { IsCompletedSuccessfully: true, Result: not null })
                    continue;
                EndCount(terminal);
                terminal.Out.WriteLine(reconciler.Timer.Confirm("by hand") is { } kept ? $"{kept.Text} 'iwtune rollback' undoes it." : "");
                return confirmed;
            }
        }
        catch (OperationCanceledException)
        {
            EndCount(terminal);
            return await PutBackAsync(context, reconciler, gone.IsCancellationRequested ? "the terminal went away" : "it was interrupted");
        }
        EndCount(terminal);
        return await PutBackAsync(context, reconciler, "it was not confirmed in time");
    }

    /// <summary>Restores what is armed and reports it; the exit code is an error either way, because the policy is not in force.</summary>
    public static async Task<int> PutBackAsync(CliContext context, Reconciler reconciler, string why)
    {
        var undone = await reconciler.Rollbacks.PendingAsync(why, CancellationToken.None);
        context.Terminal.Error.WriteLine(undone is null ? "Interrupted; 'iwtune history' shows what was done." : undone.State.Reason);
        return ExitCode.Error;
    }

    private static void Count(Terminal terminal, TimeSpan left)
    {
        if (terminal.Rewrites)
            terminal.Error.Write(
                $"{ProgressLine.Clear}  {left.ToString(left.TotalHours < 1 ? @"m\:ss" : @"h\:mm\:ss", CultureInfo.InvariantCulture)} left "
            );
    }

    private static void EndCount(Terminal terminal)
    {
        if (terminal.Rewrites)
            terminal.Error.Write(ProgressLine.Clear);
    }
}
