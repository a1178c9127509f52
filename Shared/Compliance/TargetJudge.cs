using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Compliance;

/// <summary>Judges the targets of a host that has taken the required bundle.</summary>
internal static class TargetJudge
{
    internal static Judgement Taken(HostState state, ComplianceCase given) =>
        state.Phase switch
        {
            BundlePhase.None => new(Verdict.Applying, "the bundle was received but is not applied yet"),
            BundlePhase.AwaitingConfirm => new(
                Verdict.Applying,
                $"applied; waiting for confirmation{ComplianceEvaluator.Because(state.Reason)}"
            ),
            BundlePhase.PutBack => new(Verdict.Error, $"applied, then restored{ComplianceEvaluator.Because(state.Reason)}"),
            BundlePhase.Failed when !OnlyRefused(state) => new(Verdict.Error, Failure(state)),
            _ => Compare(state, given),
        };

    private static Judgement Compare(HostState state, ComplianceCase given)
    {
        var wanted = state.Targets.Where(target => target.Wanted is not null).ToList();
        if (wanted.Count == 0)
            return new(
                Verdict.Unsupported,
                $"nothing on this host matches the policy{ComplianceEvaluator.Because(string.Join("; ", state.Unmatched))}"
            );
        if (wanted.Select(target => OutOfBounds(target, state, given)).FirstOrDefault(why => why is not null) is { } beyond)
            return new(Verdict.Drifted, beyond);
        var different = wanted.Where(target => target.Differs).ToList();
        if (different.Count == 0)
            return AsRequired(state, given, wanted.Count);
        var meant = different.Where(target => target.Left == TargetLeft.Overridden).ToList();
        if (meant.Count == different.Count)
            return new(Verdict.Excepted, $"{Differ(meant.Count, wanted.Count)} intentionally: {Line(meant[0])}");
        different = [.. different.Except(meant)];
        // What cannot be done comes last: one broken target must not hide behind one that cannot be set.
        var (word, first) =
            different.Find(target => target.Outcome == TargetOutcome.Failed) is { } failed ? (Verdict.Error, failed)
            : different.Find(target => target.Outcome != TargetOutcome.Refused || target.Left == TargetLeft.OwnerFights) is { } drifted
                ? (Verdict.Drifted, drifted)
            : (Verdict.Unsupported, different[0]);
        var audit = state.Mode == PolicyMode.Audit;
        if (audit && word == Verdict.Unsupported)
            word = Verdict.Drifted;
        var note =
            state.Observing is { } by ? $"; the host only observes ({by}), so nothing is changed"
            : audit ? "; the policy only audits, so nothing is changed"
            : "";
        return new(word, $"{Differ(different.Count, wanted.Count)}{note}: {Line(first)}");
    }

    /// <summary>
    /// A host decides within the bounds of its policy, rounded down where its system takes even numbers alone; its owner's limits may be
    /// lower.
    /// </summary>
    private static string? OutOfBounds(TargetState target, HostState state, ComplianceCase given)
    {
        if (
            target.Wanted?.InitCwnd is not { } decided
            || given.Required.FirstOrDefault(window => window.Scope == target.Scope)?.Steering is not { } bounds
        )
            return null;
        var least = Math.Min(bounds.Min / 2 * 2, state.Decided?.FirstOrDefault(scope => scope.Scope == target.Scope)?.Max ?? bounds.Max);
        return decided >= least && decided <= bounds.Max
            ? null
            : $"{target.Id}: the host decided initcwnd {decided}, but its policy allows {bounds.Min} to {bounds.Max} there";
    }

    private static Judgement AsRequired(HostState state, ComplianceCase given, int count)
    {
        var unmatched = state.Unmatched.Count == 0 ? "" : $"; nothing to set for {string.Join(", ", state.Unmatched)}";
        var targets = count == 1 ? "its one target is" : $"all {count} targets are";
        if (state.Repaired is { } repaired && given.Now - repaired <= given.RepairedFor)
            return new(Verdict.Repaired, $"{targets} as required again since {ComplianceEvaluator.Instant(repaired)}{unmatched}");
        return new(Verdict.Compliant, $"{targets} as required{unmatched}");
    }

    // An agent that may set nothing at all has applied nothing either; but it said no, and did not fail.
    private static bool OnlyRefused(HostState state) =>
        state.Targets.Any(target => target.Outcome == TargetOutcome.Refused)
        && state.Targets.All(target => target.Outcome is null or TargetOutcome.Refused or TargetOutcome.AlreadyThere);

    private static string Failure(HostState state)
    {
        var failed = state.Targets.FirstOrDefault(target => target.Outcome == TargetOutcome.Failed);
        return failed is null ? $"applying failed{ComplianceEvaluator.Because(state.Reason)}" : $"applying failed: {Line(failed)}";
    }

    private static string Differ(int count, int of) =>
        of == 1 ? "its one target differs" : $"{count} of {of} targets {(count == 1 ? "differs" : "differ")}";

    private static string Line(TargetState target) =>
        $"{target.Id} has {target.Configured}, required "
        + $"{target.Wanted}{(target is { Left: TargetLeft.OwnerFights, Reason: "" } ? ": its owner undoes every repair" : "")}"
        + $"{ComplianceEvaluator.Because(target.Reason)}";
}
