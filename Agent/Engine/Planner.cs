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
        var wanted = resolution.Wants.Select(want => want.Target.Id).ToHashSet(StringComparer.Ordinal);
        // Restored before anything is set, and the last one first: what was set later may depend on what was set before it.
        foreach (var target in resolution.LeavesOthers ? [] : observed.Targets.Reverse())
        {
            if (target.Original is { } original && !wanted.Contains(target.Id))
                steps.Add(new Step.PutBack(target, original));
        }
        foreach (var want in resolution.Wants)
        {
            if (guardrails.Refuse(want) is { } refusal)
                refusals.Add(refusal);
            else if (want.Holds)
                there.Add(want);
            else
                steps.Add(new Step.Set(want.Target, want.Window));
        }
        // An audit shows what a policy would change; a person's override is set all the same. A host that observes sets nothing at all.
        var own = resolution
            .Wants.Where(want => want.Override is not null)
            .Select(want => want.Target.Id)
            .ToHashSet(StringComparer.Ordinal);
        var audited =
            rules.Observing is not null ? steps
            : resolution.Content.Mode == PolicyMode.Audit ? steps.FindAll(step => !own.Contains(step.Target.Id))
            : [];
        List<Step> taken = [.. steps.Except(audited)];
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
}
