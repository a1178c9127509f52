using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Collecting;

/// <summary>
/// The part of a baseline that sets windows. It first applies a policy of its own, by the engine and under its dead-man timer. So every
/// template is recorded before it is touched, and is restored whatever happens to this process. The commands come only after that.
/// </summary>
internal sealed class BaselineWrites(CliContext context, StateDirectory directory, Collection collection, CollectedCommands outputs)
{
    /// <summary>Far more than all commands may take; the timer is for a process that is killed.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(30);

    /// <exception cref="StateUnusableException">A daemon runs, the host is held, or iwtune has set something already.</exception>
    public async Task<int> RunAsync(CancellationToken ct)
    {
        var settings = SettingsFile.Load(directory, context.Central);
        var host = context.Open(new HostOptions { Settings = () => settings.Settings, State = directory });
        using var engine = await LocalEngine.OpenAsync(context, host, directory, "collect", settings.Settings, ct);
        await engine.RecoverAsync(context, ct);
        if (engine.Reconciler.Hold is { } hold)
            throw new StateUnusableException(LocalStandingText.NotWhile(hold, "set for a baseline"));
        if (engine.Reconciler.Journal.Managed.Any())
            throw new StateUnusableException(
                "iwtune has set windows here, and a baseline shows Windows' own. 'iwtune rollback --all' restores them; then collect "
                    + "again. Nothing was collected."
            );
        context.Watch?.Invoke(directory);
        try
        {
            var turn = await engine.Reconciler.ReconcileAsync(await ContentAsync(host.Tuner, ct), ct);
            var set = turn
                .Outcomes.Where(taken => taken is { Step: Step.Set, Outcome: Outcome.Applied })
                .Select(taken => taken.Step.Target)
                .ToList();
            if (set.Count == 0)
                await context.Terminal.Error.WriteLineAsync(
                    $"No template could be set, so none was tried with other values. {turn.State.Reason}".TrimEnd()
                );
            foreach (var target in set)
                await outputs.RunAsync(collection.Writes(target), ct);
        }
        finally
        {
            // The signal that interrupted the rest does not interrupt this.
            await PutBackAsync(engine.Reconciler);
        }
        return engine.Reconciler.Pending is null ? ExitCode.Fine : ExitCode.Error;
    }

    private async Task PutBackAsync(Reconciler reconciler)
    {
        if (await reconciler.Rollbacks.PendingAsync("the baseline was collected", CancellationToken.None) is { } undone)
            await context.Terminal.Error.WriteLineAsync(
                undone.Succeeded ? undone.State.Reason : $"{undone.State.Reason} 'iwtune rollback --all' tries again."
            );
    }

    private static async ValueTask<BundleContent> ContentAsync(ITuner tuner, CancellationToken ct)
    {
        var now = await tuner.ReadAsync(ct);
        // A value that no template has, so that every one of them is set.
        var other = Enumerable
            .Range(6, 8)
            .Select(half => 2 * half)
            .First(value => now.Targets.All(target => target.Current.InitCwnd != value));
        return new BundleContent
        {
            Policy = "windows-baseline",
            ConfirmSeconds = (int)Longest.TotalSeconds,
            Windows = [new BundleWindow("default", other, null)],
        };
    }
}
