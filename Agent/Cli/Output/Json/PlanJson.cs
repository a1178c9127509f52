using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Risks;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output.Json;

/// <summary>What <c>plan --json</c> writes.</summary>
internal static class PlanJson
{
    public static PlannedHost Of(Plan plan) =>
        new(
            plan.Resolution.Content.Policy,
            plan.Resolution.Content.Mode,
            plan.Observing,
            plan.Steps.Select(Step),
            plan.Audited.Select(Step),
            plan.Withheld.Select(Step),
            plan.Hold,
            [
                .. plan.Refusals.Select(refusal => new PlannedRefusal(
                    refusal.Want.Target.Id,
                    refusal.Want.Window,
                    refusal.Reason,
                    refusal.Unsupported
                )),
            ],
            [.. plan.AlreadyThere.Select(want => want.Target.Id)],
            [.. plan.Resolution.Unmatched.Select(unmatched => new PlannedGap(unmatched.Scope.ToString()!, unmatched.Reason))]
        );

    private static PlannedStep Step(Step step)
    {
        var (action, to) = step switch
        {
            Step.PutBack back => ("put-back", back.Before.Window),
            Step.Set set => ("set", set.Wanted),
            _ => throw new ArgumentOutOfRangeException(nameof(step), step, "not a step this version knows"),
        };
        return new PlannedStep(
            step.Target.Id,
            action,
            step.Target.Current,
            to,
            step.Target.Owner,
            step.Target.Strategy.Word,
            step.Target.Strategy.Why,
            StepRisks.Of(step)
        );
    }
}

/// <remarks>A host may have tens of thousands of steps: each is made when it is written.</remarks>
internal sealed record PlannedHost(
    string? Policy,
    PolicyMode Mode,
    string? Observing,
    IEnumerable<PlannedStep> Steps,
    IEnumerable<PlannedStep> Audited,
    IEnumerable<PlannedStep> Withheld,
    HoldState? Hold,
    IReadOnlyList<PlannedRefusal> Refusals,
    IReadOnlyList<string> AlreadyThere,
    IReadOnlyList<PlannedGap> Unmatched
);

internal sealed record PlannedStep(
    string Target,
    string Action,
    Window From,
    Window To,
    string Owner,
    string Strategy,
    string Why,
    IReadOnlyList<Risk> Risks
);

internal sealed record PlannedRefusal(string Target, Window Wanted, string Reason, bool Unsupported);

internal sealed record PlannedGap(string Scope, string Reason);
