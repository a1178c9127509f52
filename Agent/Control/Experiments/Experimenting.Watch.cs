using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Control.Experiments;

/// <summary>What is checked while an experiment runs.</summary>
public sealed partial class Experimenting
{
    /// <summary>How often. The stripes themselves follow changes of routes at once.</summary>
    private static readonly TimeSpan Every = TimeSpan.FromSeconds(3);

    /// <summary>More than a pass over the connections takes.</summary>
    private static readonly TimeSpan APass = TimeSpan.FromSeconds(1);

    /// <summary>Watches until cancelled.</summary>
    /// <param name="queue">Gives the turns.</param>
    /// <param name="ct">Stops it.</param>
    public async Task RunAsync(TurnQueue queue, CancellationToken ct)
    {
        while (true)
        {
            if (_record is null)
                await Started.WaitAsync(ct);
            else
                await Task.Delay(Every, ground.Clock, ct);
            await queue.RunAsync(_ => LookAsync(ct), ct);
        }
    }

    /// <summary>One look, when nothing else changes the host.</summary>
    public async Task LookAsync(CancellationToken ct)
    {
        if (_record is not { Runs: true, Plan: var plan } || _run is not { } run || ground.Stripes is not { } stripes)
            return;
        try
        {
            Flush();
            if (await EndingAsync(stripes, plan, run, ct) is var (phase, why))
                await EndAsync(phase, why, ct);
            else if (plan.Design == ExperimentDesign.Switchback)
                await TurnAsync(stripes, plan, run, ct);
            else if (_settled is null)
                Settle(run);
            Count(run);
        }
        catch (TunerUnavailableException e)
        {
            ground.Log.Warn($"The experiment cannot be checked now: {e.Message} The agent tries again in {Every.TotalSeconds:0} s.");
        }
    }

    private async ValueTask<(ExperimentPhase, string)?> EndingAsync(
        IStripes stripes,
        ExperimentPlan plan,
        ExperimentRun run,
        CancellationToken ct
    )
    {
        if (run.Verdict is { } verdict)
            return verdict;
        var now = ground.Clock.GetUtcNow();
        if (now >= plan.Until)
            return (ExperimentPhase.Finished, "its planned time has ended");
        if (ArmLimits.Refusals([plan.Control, plan.Treatment], ground.Rules(), ground.Limits()).FirstOrDefault() is { } refusal)
            return (ExperimentPhase.Stopped, refusal.TrimEnd('.'));
        if (ground.Monitoring.Blind is var blind && blind > 2 * Monitoring.Interval)
            return (
                ExperimentPhase.Disturbed,
                $"the ends of connections have not been observed for {blind.TotalMinutes:0} minutes, so loss cannot be observed"
            );
        var reading = await stripes.ReadAsync(plan.LayoutAt(now), ct);
        // A switchback has the rules of the previous block until its turn to change them.
        if (reading.Missing.Count > 0 && (plan.Design == ExperimentDesign.Stripes || plan.Blocks.At(now) == _block))
            return (ExperimentPhase.Disturbed, $"another program removed parts of it: {string.Join("; ", reading.Missing)}");
        if (reading.Hindrances.Count > 0)
            return (ExperimentPhase.Disturbed, string.Join(' ', reading.Hindrances).TrimEnd('.'));
        foreach (var (target, window) in reading.Targets)
        {
            if (_windows.TryGetValue(target, out var before) && before != window)
                return (
                    ExperimentPhase.Disturbed,
                    $"{target} changed from {Words(before)} to {Words(window)}, so the host's own window is different"
                );
        }
        // The owner's route may have changed; the one that replaced it counts from now on.
        _windows = reading.Targets;
        run.Concerns(reading.Targets.Keys);
        return null;
    }

    private async ValueTask TurnAsync(IStripes stripes, ExperimentPlan plan, ExperimentRun run, CancellationToken ct)
    {
        var now = ground.Clock.GetUtcNow();
        var block = plan.Blocks.At(now);
        if (block != _block)
        {
            run.Pause();
            (_block, _settled, _counts) = (block, null, false);
            if (
                plan.Blocks.ArmOf(block) != plan.Blocks.ArmOf(block - 1)
                && await stripes.LayAsync(plan.LayoutAt(now), CancellationToken.None) is not Outcome.Applied and var outcome
            )
                await EndAsync(
                    ExperimentPhase.Disturbed,
                    $"the block with {plan.WindowOf(plan.Blocks.ArmOf(block))} could not start: {outcome.Detail}",
                    ct
                );
        }
        if (_settled is null && now - plan.Blocks.Begin(block) >= TimeBlocks.Settling)
            Settle(run);
    }

    /// <summary>
    /// The first pass over the connections after the arms are installed still reports those that ended before; later passes count.
    /// </summary>
    private void Count(ExperimentRun run)
    {
        if (_counts || _settled is not { } since || ground.Clock.GetElapsedTime(since) - ground.Monitoring.Blind <= APass)
            return;
        _counts = true;
        run.Open();
    }

    private void Flush()
    {
        if (_run?.Take() is not { Count: > 0 } taken)
            return;
        try
        {
            _store.Append(_record!.Plan.Id, taken);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            _run.Lost();
            ground.Log.Warn($"{Counted.Of(taken.Count, "sample")} of the experiment could not be written: {e.Message}");
        }
    }

    private static string Words(int? window) => window is { } segments ? $"initcwnd {segments}" : "the default window";
}
