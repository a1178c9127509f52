using IwTune.Agent.Engine.History;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Turns;

/// <summary>Takes the steps of a plan in their order; the before-image of each is in the journal first.</summary>
/// <param name="ground">The host.</param>
/// <param name="progress">Receives the progress, whenever some steps were taken.</param>
internal sealed class StepTaking(TurnGround ground, Action<StepsTaken> progress)
{
    /// <summary>More lines than a person reads: what was changed beyond them is in the history.</summary>
    private const int MostLines = 100;

    /// <exception cref="OperationCanceledException"><paramref name="ct"/> was cancelled between two steps.</exception>
    public async ValueTask<List<StepOutcome>> TakeAsync(Transaction transaction, IReadOnlyList<Step> steps, CancellationToken ct)
    {
        var outcomes = new List<StepOutcome>(steps.Count);
        var changed = 0;
        ground.Tuner.Join(transaction);
        await foreach (var taken in ground.Tuner.TakeAsync(steps, ct))
        {
            foreach (var outcome in taken)
                outcomes.Add(new StepOutcome(steps[outcomes.Count], outcome));
            changed += taken.Count(outcome => outcome is Outcome.Applied);
            progress(new StepsTaken(changed, outcomes.Count, steps.Count));
        }
        Log(outcomes);
        if (ground.Tuner.Unrecorded is { } lost)
            ground.NotStored(lost, "the outcomes of these changes");
        return outcomes;
    }

    private void Log(List<StepOutcome> outcomes)
    {
        var quiet = 0;
        for (var at = 0; at < outcomes.Count; at++)
        {
            var (step, outcome) = outcomes[at];
            if (at < MostLines || outcome is Outcome.Failed or Outcome.Refused)
                ground.Log.Info($"{step.Target.Id}: {TargetWords.Of(outcome.Kind)} {outcome.Detail}".TrimEnd());
            else
                quiet++;
        }
        if (quiet > 0)
            ground.Log.Info($"{Counted.Of(quiet, $"more {ground.Noun}")} changed or already as required.");
    }
}
