using IwTune.Agent.Engine.History;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine;

/// <summary>How steps are taken.</summary>
public sealed partial class Reconciler
{
    /// <summary>More lines than a person reads: what was changed beyond them is in the history.</summary>
    private const int MostLines = 100;

    /// <summary>Hears how far the steps are, whenever some were taken.</summary>
    public Action<StepsTaken> Progress { get; set; } = _ => { };

    /// <exception cref="OperationCanceledException"><paramref name="ct"/> was cancelled between two steps.</exception>
    private async ValueTask<List<StepOutcome>> TakeAsync(Transaction transaction, IReadOnlyList<Step> steps, CancellationToken ct)
    {
        var outcomes = new List<StepOutcome>(steps.Count);
        var changed = 0;
        _tuner.Join(transaction);
        await foreach (var taken in _tuner.TakeAsync(steps, ct))
        {
            foreach (var outcome in taken)
                outcomes.Add(new StepOutcome(steps[outcomes.Count], outcome));
            changed += taken.Count(outcome => outcome is Outcome.Applied);
            Progress(new StepsTaken(changed, outcomes.Count, steps.Count));
        }
        Log(outcomes);
        return outcomes;
    }

    private void Log(List<StepOutcome> outcomes)
    {
        var quiet = 0;
        for (var at = 0; at < outcomes.Count; at++)
        {
            var (step, outcome) = outcomes[at];
            if (at < MostLines || outcome is Outcome.Failed or Outcome.Refused)
                _log.Info($"{step.Target.Id}: {outcome.Kind} {outcome.Detail}".TrimEnd());
            else
                quiet++;
        }
        if (quiet > 0)
            _log.Info($"{Counted.Of(quiet, $"more {_tuner.Capabilities.Noun}")} changed, or as wanted already.");
    }
}
