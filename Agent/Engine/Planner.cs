using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine;

/// <summary>From what is wanted and what is to the steps between. Pure: equal input, equal plan.</summary>
public static class Planner
{
    /// <summary>A plan made again after its steps were taken has none.</summary>
    public static Plan Plan(Resolution resolution, HostSnapshot observed, HostRules rules)
    {
        var steps = new List<Step>();
        var refusals = new List<Refusal>();
        var there = new List<Want>();
        var guardrails = new Guardrails(resolution.Content.Limits, rules);
        foreach (var want in resolution.Wants)
        {
            if (guardrails.Refuse(want) is { } refusal)
                refusals.Add(refusal);
            else if (want.Holds)
                there.Add(want);
            else
                steps.Add(new Step.Set(want.Target, want.Window));
        }
        var wanted = resolution.Wants.Select(want => want.Target.Id).ToHashSet(StringComparer.Ordinal);
        foreach (var target in observed.Targets)
        {
            if (target.Original is { } original && !wanted.Contains(target.Id))
                steps.Add(new Step.PutBack(target, original));
        }
        var audit = resolution.Content.Mode == PolicyMode.Audit;
        return new Plan
        {
            Resolution = resolution,
            Steps = audit ? [] : steps,
            Audited = audit ? steps : [],
            Refusals = refusals,
            AlreadyThere = there,
        };
    }
}
