using IwTune.Agent.Engine.History;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Turns;

/// <summary>Reports the result of a turn: phase, reason and the state of every target.</summary>
/// <param name="ground">The host.</param>
internal sealed class TurnReport(TurnGround ground)
{
    private readonly KnownStates _told = new();

    /// <summary>The result of a turn.</summary>
    public Reconciliation Of(
        Plan plan,
        IReadOnlyList<StepOutcome> outcomes,
        Verification seen,
        IReadOnlyList<HostEvent> events,
        BundlePhase phase,
        string reason
    ) =>
        new()
        {
            Plan = plan,
            Outcomes = outcomes,
            Evidence = seen.Evidence,
            Events = events,
            State = HostStates.From(plan, outcomes, seen.Snapshot, phase, reason, _told) with
            {
                Repaired = LastRepair(plan.Resolution.Content),
                Decided = ground.Decisions.Any ? ground.Decisions.Told("") : null,
            },
            Pending = ground.Confirm.Pending,
        };

    /// <summary>The phase of a content after a turn.</summary>
    /// <param name="plan">What was planned.</param>
    /// <param name="outcomes">The outcomes of its steps.</param>
    /// <param name="holds">False when a target did not read back as required.</param>
    public BundlePhase PhaseOf(Plan plan, IReadOnlyList<StepOutcome> outcomes, bool holds)
    {
        var content = plan.Resolution.Content;
        if (content.Policy is null)
            return BundlePhase.None;
        if (plan.OnlyCompares)
            return BundlePhase.Audited;
        if (plan.Hold is not null && !ground.Holds(BundleDigest.Of(content)))
            return BundlePhase.None;
        var refused = plan.Refusals.Count + outcomes.Count(taken => taken.Outcome is Outcome.Refused);
        var nothingSet = refused > 0 && refused >= plan.Resolution.Wants.Count;
        if (!holds || nothingSet)
            return BundlePhase.Failed;
        return ground.Confirm.Pending is null ? BundlePhase.Applied : BundlePhase.AwaitingConfirm;
    }

    /// <summary>Why something is not set, as sentences; empty when everything is.</summary>
    public string ReasonOf(Plan plan, IReadOnlyList<StepOutcome> outcomes)
    {
        var reasons = plan
            .Refusals.Select(refusal => refusal.Reason)
            .Concat(outcomes.Where(taken => taken.Outcome is Outcome.Refused).Select(taken => taken.Outcome.Detail))
            .ToList();
        var withheld = plan.Withheld.Count == 0 ? "" : $"; {Counted.Of(plan.Withheld.Count, "change")} withheld";
        var held = plan.Hold is null ? "" : $"nothing is changed while the host is held{withheld}.";
        if (reasons.Count == 0)
            return held;
        var of = Counted.Of(plan.Resolution.Wants.Count, ground.Noun);
        return $"{held} {reasons.Count} of {of} not set: {Sentences([.. reasons.Distinct(StringComparer.Ordinal)])}".TrimStart();
    }

    /// <summary>Several sentences as one text. One may end with a setting to copy, which a full stop would falsify.</summary>
    public static string Sentences(IReadOnlyList<string> sentences) =>
        string.Concat(
            sentences.Select(
                (text, at) =>
                    at + 1 == sentences.Count ? text
                    : text.EndsWith('.') ? $"{text} "
                    : $"{text} – "
            )
        );

    private DateTimeOffset? LastRepair(BundleContent content)
    {
        var digest = BundleDigest.Of(content);
        return ground
            .Journal.Transactions.LastOrDefault(done =>
                done.Kind == TransactionKind.Repair && done.Digest == digest && done.Changes.Any(change => change.Repairs)
            )
            ?.At;
    }
}
