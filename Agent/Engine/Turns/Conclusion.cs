using IwTune.Agent.Engine.History;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Turns;

/// <summary>The last step of a turn: what was taken and read back is kept, waits to be confirmed, or is restored at once.</summary>
/// <param name="ground">The host.</param>
/// <param name="restorer">Restores what failed under an armed timer.</param>
/// <param name="report">Reports the result of the turn.</param>
internal sealed class Conclusion(TurnGround ground, Restorer restorer, TurnReport report)
{
    public async ValueTask<Reconciliation> ReachAsync(
        Plan plan,
        Transaction transaction,
        List<StepOutcome> outcomes,
        Verification seen,
        List<HostEvent> events,
        CancellationToken ct
    )
    {
        var wrong = outcomes
            .Where(taken => taken.Outcome is Outcome.Failed)
            .Select(taken => taken.Outcome.Detail)
            .Concat(seen.Mismatches)
            .ToList();
        if (wrong.Count > 0)
            return await FailAsync(
                plan,
                transaction,
                outcomes,
                seen,
                [.. events, Failed(transaction, wrong)],
                TurnReport.Sentences(wrong),
                ct
            );
        var retreats = Retreat.In(plan);
        Settle(plan, transaction, outcomes);
        if (outcomes.Exists(taken => taken.Outcome is Outcome.Applied))
            events.AddRange(Done(plan, transaction, outcomes, retreats));
        CountRepairs(transaction, outcomes, retreats, events);
        ground.Keep(ground.Journal.Compact, "nothing; the journal only stays longer than necessary");
        return report.Of(plan, outcomes, seen, events, report.PhaseOf(plan, outcomes, holds: true), report.ReasonOf(plan, outcomes));
    }

    private async ValueTask<Reconciliation> FailAsync(
        Plan plan,
        Transaction transaction,
        List<StepOutcome> outcomes,
        Verification seen,
        List<HostEvent> events,
        string why,
        CancellationToken ct
    )
    {
        if (!IsArmed(transaction))
        {
            // One target that fails at every turn must not hide that others are repaired, nor keep an owner's fight going.
            var retreats = Retreat.In(plan);
            if (transaction.Kind == TransactionKind.Repair)
                events.AddRange(Done(plan, transaction, outcomes, retreats));
            CountRepairs(transaction, outcomes, retreats, events);
            return report.Of(plan, outcomes, seen, events, BundlePhase.Failed, why);
        }
        var undone = await restorer.UndoPendingAsync("a step failed or read back differently", ct);
        return undone with
        {
            Plan = plan,
            Outcomes = outcomes,
            Events = [.. events, .. undone.Events],
            State = undone.State with { Phase = BundlePhase.Failed, Reason = $"{why} Everything was restored." },
        };
    }

    private void CountRepairs(
        Transaction transaction,
        List<StepOutcome> outcomes,
        Dictionary<string, string> retreats,
        List<HostEvent> events
    )
    {
        if (transaction.Kind != TransactionKind.Repair)
            return;
        var repaired = outcomes.Where(taken => Repairs(taken) && !retreats.ContainsKey(taken.Step.Target.Id));
        ground.Keep(() => events.AddRange(ground.Fights.Count(repaired, transaction.Digest)), "which targets are no longer repaired");
    }

    private void Settle(Plan plan, Transaction transaction, List<StepOutcome> outcomes)
    {
        var written = outcomes.Exists(taken => taken.Outcome is Outcome.Applied);
        if (IsArmed(transaction) && !written)
            ground.Keep(ground.Confirm.Disarm, "that no change waits to be confirmed");
        else if (IsArmed(transaction))
            ground.Keep(ground.Confirm.Verified, "that the change was read back, so it will be undone");
        else if (written || FoundEverything(plan, transaction))
            ground.Keep(() => ground.Journal.Confirm(transaction.Id), "that the change was confirmed");
    }

    private bool IsArmed(Transaction transaction) => ground.Confirm.Pending?.Transaction == transaction.Id;

    /// <summary>A content that found everything already there is held from now on like any other.</summary>
    private static bool FoundEverything(Plan plan, Transaction transaction) =>
        transaction.Kind == TransactionKind.Apply
        && plan is { Steps.Count: 0, Hold: null, OnlyCompares: false }
        && plan.Resolution.Content.Policy is not null;

    private IEnumerable<HostEvent> Done(Plan plan, Transaction transaction, List<StepOutcome> outcomes, Dictionary<string, string> retreats)
    {
        var digest = transaction.Digest;
        if (transaction.Kind is TransactionKind.Resume or TransactionKind.Override or TransactionKind.Decide)
            return [];
        if (transaction.Kind != TransactionKind.Repair)
            return Applied(plan, outcomes, digest);
        var set = outcomes.Where(taken => !retreats.ContainsKey(taken.Step.Target.Id)).ToLookup(Repairs);
        return
        [
            .. Retreat.Told(outcomes, retreats, digest),
            .. Drift.Repaired(set[true], digest, RepairsOf),
            .. Applied(plan, set[false], digest),
        ];
    }

    private IEnumerable<HostEvent> Applied(Plan plan, IEnumerable<StepOutcome> outcomes, string digest)
    {
        var changed = outcomes.Where(taken => taken.Outcome is Outcome.Applied).Select(taken => taken.Step.Target).ToList();
        var text = $"{PolicyName.Of(plan.Resolution.Content)}: {Counted.Of(changed, ground.Noun)} changed and read back.";
        return changed.Count == 0 ? [] : [new HostEvent(HostEventKind.Applied, digest, text)];
    }

    private static HostEvent Failed(Transaction transaction, List<string> wrong) =>
        new(HostEventKind.ApplyFailed, transaction.Digest, TurnReport.Sentences(wrong));

    private int RepairsOf(string target) => ground.Journal.Repairs.Where(repairs => repairs.Target == target).Sum(repairs => repairs.Count);

    /// <summary>
    /// Only what was ours before can be repaired: a route that came later than its policy is set, and a target that the policy does not
    /// cover any more is restored. Nor is a window that the agent itself changes (<see cref="Change.Own"/>).
    /// </summary>
    private static bool Repairs(StepOutcome taken) =>
        taken.Step is Step.Set { Target: { LastSet: { } last } target } set && !(target.AsLastSet && last.Window != set.Wanted);
}
