using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine;

/// <summary>Computes the steps from the observed state to the required one. Pure: equal input, equal plan.</summary>
public static class Planner
{
    /// <summary>A plan made again after its steps were taken has none.</summary>
    public static Plan Plan(Resolution resolution, HostSnapshot observed, HostRules rules)
    {
        resolution = Retreat.Over(Overriding.Over(resolution, observed, rules.Overrides), rules);
        var steps = new List<Step>();
        var refusals = new List<Refusal>();
        var there = new List<Want>();
        var guardrails = new Guardrails(resolution.Content, rules);
        if (!resolution.LeavesOthers)
            steps.AddRange(Unwanted(resolution, observed));
        foreach (var want in resolution.Wants)
        {
            if (guardrails.Refuse(want) is { } refusal)
                refusals.Add(refusal);
            else if (want.Holds)
                there.Add(want);
            else
                steps.Add(new Step.Set(want.Target, want.Window));
        }
        var (audited, taken) =
            rules.Observing is not null ? (steps, [])
            : resolution.Content.Mode == PolicyMode.Audit ? Audited(steps, resolution)
            : ([], steps);
        return new Plan
        {
            Resolution = resolution,
            Steps = rules.Hold is null ? taken : [],
            Withheld = rules.Hold is null ? [] : taken,
            Hold = rules.Hold,
            OwnLimits = rules.Limits,
            Audited = audited,
            Observing = rules.Observing,
            NoContainers = rules.Capabilities.NoContainers,
            Refusals = refusals,
            AlreadyThere = there,
        };
    }

    /// <summary>
    /// Restored before anything is set, and the last one first: what was set later may depend on what was set before it.
    /// </summary>
    private static IEnumerable<Step> Unwanted(Resolution resolution, HostSnapshot observed)
    {
        var managed = observed.Targets.Where(target => target.Original is not null).ToList();
        if (managed.Count == 0)
            return []; // a host may have thousands of targets
        var wanted = resolution.Wants.Select(want => want.Target.Id).ToHashSet(StringComparer.Ordinal);
        return managed.Where(target => !wanted.Contains(target.Id)).Reverse().Select(target => new Step.PutBack(target, target.Original!));
    }

    /// <summary>An audit shows what a policy would change; a person's override is set all the same.</summary>
    private static (List<Step> Audited, List<Step> Taken) Audited(List<Step> steps, Resolution resolution)
    {
        var own = resolution
            .Wants.Where(want => want.Override is not null)
            .Select(want => want.Target.Id)
            .ToHashSet(StringComparer.Ordinal);
        return (steps.FindAll(step => !own.Contains(step.Target.Id)), steps.FindAll(step => own.Contains(step.Target.Id)));
    }
}
