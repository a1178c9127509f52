using IwTune.Agent.Engine.History;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>What a turn came to.</summary>
public sealed partial class Reconciler
{
    private async ValueTask<Reconciliation> ConcludeAsync(
        Plan plan, Transaction transaction, List<StepOutcome> outcomes, Verification seen, List<HostEvent> events, string digest, CancellationToken ct)
    {
        var retreats = Retreat.In(plan);
        var wrong = outcomes.Where(taken => taken.Outcome is Outcome.Failed).Select(taken => taken.Outcome.Detail).Concat(seen.Mismatches).ToList();
        var written = outcomes.Exists(taken => taken.Outcome is Outcome.Applied);
        var armed = _confirm.Pending?.Transaction == transaction.Id;
        if (wrong.Count > 0)
        {
            events.Add(new HostEvent(HostEventKind.ApplyFailed, digest, Sentence(wrong)));
            if (!armed)
                return Turn(plan, outcomes, seen, events, BundlePhase.Failed, Sentence(wrong));
            var undone = await UndoPendingAsync("a step failed or did not read back", ct);
            return undone with
            {
                Plan = plan,
                Outcomes = outcomes,
                Events = [.. events, .. undone.Events],
                State = undone.State with { Phase = BundlePhase.Failed, Reason = $"{Sentence(wrong)} Everything was put back." },
            };
        }
        if (armed && !written)
            Keep(_confirm.Disarm, "that nothing waits to be confirmed");
        else if (armed)
            Keep(_confirm.Verified, "that it was read back, so it will be put back");
        else if (written || IsNews(transaction, plan))
            Keep(() => _journal.Confirm(transaction.Id), "that it was confirmed");
        if (written)
            events.AddRange(Done(plan, transaction, outcomes, digest, retreats));
        if (transaction.Kind == TransactionKind.Repair)
            Keep(() => events.AddRange(_fights.Count(outcomes.Where(taken => IsOurs(taken) && !retreats.ContainsKey(taken.Step.Target.Id)), digest)), "that a repair was undone too often");
        Keep(_journal.Compact, "nothing: it only stays longer than it need be");
        var phase = PhaseOf(plan, outcomes, holds: true);
        return Turn(plan, outcomes, seen, events, phase, ReasonOf(plan, outcomes));
    }

    /// <summary>Content that found everything there is held from now on like any other.</summary>
    private static bool IsNews(Transaction transaction, Plan plan) =>
        transaction.Kind == TransactionKind.Apply && plan is { Steps.Count: 0, Hold: null, OnlyCompares: false } && plan.Resolution.Content.Policy is not null;

    /// <summary>Writes what comes after the steps. The before-images are safe by then, so a full disk here is told and not thrown.</summary>
    private void Keep(Action write, string lost)
    {
        try
        {
            write();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            _log.Warn($"{_state.Root} could not be written: {e.Message} Not remembered: {lost}.");
        }
    }

    private IEnumerable<HostEvent> Done(Plan plan, Transaction transaction, List<StepOutcome> outcomes, string digest, Dictionary<string, string> retreats)
    {
        if (transaction.Kind is TransactionKind.Resume or TransactionKind.Override or TransactionKind.Decide)
            return [];
        if (transaction.Kind != TransactionKind.Repair)
            return Applied(plan, outcomes, digest);
        var set = outcomes.Where(taken => !retreats.ContainsKey(taken.Step.Target.Id)).ToLookup(IsOurs);
        return [.. Retreat.Told(outcomes, retreats, digest), .. Drift.Repaired(set[true], digest, RepairsOf), .. Applied(plan, set[false], digest)];
    }

    private IEnumerable<HostEvent> Applied(Plan plan, IEnumerable<StepOutcome> outcomes, string digest)
    {
        var changed = outcomes.Count(taken => taken.Outcome is Outcome.Applied);
        return changed == 0 ? [] : [new HostEvent(HostEventKind.Applied, digest, $"{PolicyName.Of(plan.Resolution.Content)}: {Counted.Of(changed, _tuner.Capabilities.Noun)} changed and read back.")];
    }

    private int RepairsOf(string target) => _journal.Repairs.Where(repairs => repairs.Target == target).Sum(repairs => repairs.Count);

    /// <summary>Only what was ours before can be repaired; a route that came later than its policy is set.</summary>
    private static bool IsOurs(StepOutcome taken) => taken.Step.Target.Original is not null;

    private Reconciliation Turn(
        Plan plan, IReadOnlyList<StepOutcome> outcomes, Verification seen, IReadOnlyList<HostEvent> events, BundlePhase phase, string reason) => new()
        {
            Plan = plan,
            Outcomes = outcomes,
            Evidence = seen.Evidence,
            Events = events,
            State = HostStates.From(plan, outcomes, seen.Snapshot, phase, reason) with { Repaired = LastRepair(plan.Resolution.Content), Decided = _decisions.Any ? _decisions.Told("") : null },
            Pending = _confirm.Pending,
        };

    private DateTimeOffset? LastRepair(BundleContent content)
    {
        var digest = BundleDigest.Of(content);
        return _journal.Transactions.LastOrDefault(done =>
            done.Kind == TransactionKind.Repair && done.Digest == digest && done.Changes.Any(change => change is { Written: true, First: false }))?.At;
    }

    private BundlePhase PhaseOf(Plan plan, IReadOnlyList<StepOutcome> outcomes, bool holds)
    {
        var content = plan.Resolution.Content;
        if (content.Policy is null)
            return BundlePhase.None;
        if (plan.OnlyCompares)
            return BundlePhase.Audited;
        if (plan.Hold is not null && !IsHeld(BundleDigest.Of(content)))
            return BundlePhase.None;
        var refused = plan.Refusals.Count + outcomes.Count(taken => taken.Outcome is Outcome.Refused);
        var nothingSet = refused > 0 && refused >= plan.Resolution.Wants.Count;
        if (!holds || nothingSet)
            return BundlePhase.Failed;
        return _confirm.Pending is null ? BundlePhase.Applied : BundlePhase.AwaitingConfirm;
    }

    private string ReasonOf(Plan plan, IReadOnlyList<StepOutcome> outcomes)
    {
        var reasons = plan.Refusals.Select(refusal => refusal.Reason)
            .Concat(outcomes.Where(taken => taken.Outcome is Outcome.Refused).Select(taken => taken.Outcome.Detail))
            .ToList();
        var held = plan.Hold is null ? "" : $"nothing is changed while the host is held{(plan.Withheld.Count == 0 ? "" : $"; {Counted.Of(plan.Withheld.Count, "change")} withheld")}.";
        return reasons.Count == 0 ? held : $"{held} {reasons.Count} of {Counted.Of(plan.Resolution.Wants.Count, _tuner.Capabilities.Noun)} not set: {Sentence([.. reasons.Distinct(StringComparer.Ordinal)])}".TrimStart();
    }

    private static string Sentence(IReadOnlyList<string> sentences) => string.Join(" ", sentences);
}
