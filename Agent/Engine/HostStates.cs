using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>The state lane of a report, made from a plan, its outcomes, and the last reading.</summary>
internal static class HostStates
{
    private static readonly Outcome There = new Outcome.AlreadyThere();

    /// <param name="plan">What was planned.</param>
    /// <param name="outcomes">The outcomes of its steps.</param>
    /// <param name="now">The last reading.</param>
    /// <param name="phase">How far the content has come.</param>
    /// <param name="reason">Why.</param>
    /// <param name="known">The states that were reported last; <see langword="null"/> for none.</param>
    public static HostState From(
        Plan plan,
        IReadOnlyList<StepOutcome> outcomes,
        HostSnapshot now,
        BundlePhase phase,
        string reason,
        KnownStates? known = null
    )
    {
        var wants = plan.Resolution.Wants.ToDictionary(want => want.Target.Id, StringComparer.Ordinal);
        var refusals = plan.Refusals.ToDictionary(refusal => refusal.Want.Target.Id, StringComparer.Ordinal);
        var taken = outcomes.ToDictionary(outcome => outcome.Step.Target.Id, outcome => outcome.Outcome, StringComparer.Ordinal);
        taken.EnsureCapacity(taken.Count + plan.AlreadyThere.Count);
        foreach (var there in plan.AlreadyThere)
            taken.TryAdd(there.Target.Id, There);
        foreach (var refusal in refusals.Values)
            taken.TryAdd(refusal.Want.Target.Id, new Outcome.Refused(refusal.Reason));
        var left = Left(plan);
        return new HostState
        {
            Policy = plan.Resolution.Content.Policy,
            Revision = plan.Resolution.Content.Revision,
            Mode = plan.OnlyCompares ? PolicyMode.Audit : PolicyMode.Enforce,
            Observing = plan.Observing,
            Phase = phase,
            Reason = reason,
            StateHash = StateHash.Of(now),
            Hold = plan.Hold,
            NoContainers = plan.NoContainers,
            Limits = plan.OwnLimits == Limits.None ? null : plan.OwnLimits,
            Targets = (known ?? new KnownStates()).Of(
                now.Targets.Where(target => IsTold(target, wants))
                    .Concat(Unmade(plan, now))
                    .Select(target => new KnownStates.Facts(
                        target,
                        wants.GetValueOrDefault(target.Id),
                        taken.GetValueOrDefault(target.Id),
                        left.GetValueOrDefault(target.Id),
                        refusals.GetValueOrDefault(target.Id) is { ByLimit: true }
                    )),
                StateOf
            ),
            Unmatched = [.. plan.Resolution.Unmatched.Select(unmatched => $"{unmatched.Scope}: {unmatched.Reason}")],
        };
    }

    /// <summary>
    /// A host may have thousands of addresses of its own, and containers by the minute; they are reported only where a policy names them.
    /// </summary>
    private static bool IsTold(Target target, Dictionary<string, Want> wants) =>
        (target.Table != "local" && target.Container is null) || target.Original is not null || wants.ContainsKey(target.Id);

    /// <summary>A required target that no step created: nothing of it can be read, but its reason must be reported.</summary>
    private static IEnumerable<Target> Unmade(Plan plan, HostSnapshot now) =>
        plan.Resolution.Wants.Select(want => want.Target).Where(target => target.IsNew && !now.Targets.Any(there => there.Id == target.Id));

    private static Dictionary<string, (TargetLeft As, string Why)> Left(Plan plan)
    {
        var left = new Dictionary<string, (TargetLeft, string)>(StringComparer.Ordinal);
        foreach (var want in plan.Resolution.Wants.Where(want => want.Override is not null))
            left[want.Target.Id] = (TargetLeft.Overridden, want.Override!.Describe());
        foreach (var refusal in plan.Refusals.Where(refusal => refusal.Left is not null))
            left[refusal.Want.Target.Id] = (refusal.Left!.Value, refusal.Reason);
        foreach (var step in plan.Withheld)
            left[step.Target.Id] = (TargetLeft.Held, "not changed while the host is held");
        return left;
    }

    private static TargetState StateOf(KnownStates.Facts facts)
    {
        var (target, want, outcome, left, byLimit) = facts;
        return new TargetState
        {
            Id = target.Id,
            Scope = want is { Override: not null, Asked: null } ? null : want?.Scope.ToString(),
            Owner = target.Owner,
            Strategy = target.Strategy.Word,
            Configured = target.Current,
            Wanted = want is { Override: not null } or { Asked: not null } ? want.Asked : want?.Window,
            Outcome = outcome?.Kind,
            Reason = outcome is { Detail.Length: > 0 } ? outcome.Detail : left.Why ?? want?.Note ?? "",
            Left = left.Why is null ? null : left.As,
            ByLimit = byLimit ? true : null,
            Managed = target.Original is not null,
            Before = target.Original?.Window,
            Interface =
                target.Interface is { } leaves && !(TargetPlace.TryParse(target.Id, out var told) && told.Interface == leaves)
                    ? leaves
                    : null,
            Idle = target.InUse ? null : true,
        };
    }
}
