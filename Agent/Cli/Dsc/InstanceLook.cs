using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Dsc;

/// <summary>This host compared with the desired state, at one instant.</summary>
/// <param name="Desired">What the host was compared with.</param>
/// <param name="Applied">The content that was applied here last and stands; <see langword="null"/> when there is none.</param>
/// <param name="Turn">The plan that would lead to the desired state.</param>
internal sealed record InstanceLook(DesiredState Desired, BundleContent? Applied, Reconciliation Turn)
{
    private Plan Plan => Turn.Plan;

    private bool Exists => Applied?.Policy is not null || Turn.State.Targets.Any(target => target.Managed);

    public bool InDesiredState => Desired.Exist ? ExitCode.Of(Plan) == ExitCode.Fine : !Exists;

    /// <summary>The properties that are not as desired, by name.</summary>
    public IReadOnlyList<string> Differing =>
        InDesiredState ? []
        : Desired.Exist ? ["windows"]
        : ["_exist"];

    /// <param name="compare">True to report for every window and for the whole whether it is as desired.</param>
    public InstanceState State(bool compare) =>
        new()
        {
            Policy = PolicyDocument.Of(Applied),
            Exist = Exists,
            InDesiredState = compare ? InDesiredState : null,
            Windows = [.. Turn.State.Targets.Select(target => WindowOf(target, compare))],
            Unmatched = Turn.State.Unmatched,
        };

    /// <summary>As it would be afterwards, with what would have been done.</summary>
    public InstanceState Forecast() =>
        State(compare: false) with
        {
            Policy = Desired.Exist ? PolicyDocument.Of(Desired.Content) : null,
            Exist = Desired.Exist,
            Windows = [.. Turn.State.Targets.Select(target => Forecast(target))],
            Metadata = new InstanceForecast([.. Changes()]),
        };

    private IEnumerable<string> Changes() =>
        Plan
            .Steps.Select(step =>
                $"{step.Target.Id}: {WindowText.Of(step.Target.Current)} → {WindowText.Of(After(step))}, {step.Target.Strategy.Word}, "
                + $"owner {step.Target.Owner}"
            )
            .Concat(
                Plan.Audited.Select(step =>
                    $"{step.Target.Id}: {WindowText.Of(step.Target.Current)} stays; the policy only audits, it would be "
                    + $"{WindowText.Of(After(step))}"
                )
            )
            .Concat(Plan.Withheld.Select(step => $"{step.Target.Id}: {WindowText.Of(step.Target.Current)} stays; the host is {Plan.Hold}"))
            .Concat(
                Plan.Refusals.Select(refusal =>
                    $"{refusal.Want.Target.Id}: {WindowText.Of(refusal.Want.Target.Current)} stays: {refusal.Reason}"
                )
            );

    private InstanceWindow Forecast(TargetState target) =>
        Plan.Steps.FirstOrDefault(step => step.Target.Id == target.Id) is { } step
            ? WindowOf(target, compare: false) with
            {
                Window = SegmentsOf(After(step)),
                Managed = step is Step.Set,
            }
            : WindowOf(target, compare: false);

    private static InstanceWindow WindowOf(TargetState target, bool compare) =>
        new(target.Id, SegmentsOf(target.Configured))
        {
            Wanted = target.Wanted is { } wanted ? SegmentsOf(wanted) : null,
            InDesiredState = compare ? IsAsDesired(target) : null,
            Managed = target.Managed,
            Owner = target.Owner,
            Strategy = target.Strategy,
            Reason = target.Reason.Length > 0 ? target.Reason : null,
        };

    /// <summary>A target that no scope requires is as desired once nothing of ours is on it.</summary>
    private static bool IsAsDesired(TargetState target) =>
        target.Wanted is { } wanted ? target.Configured == wanted : !target.Managed || target.Left is not null;

    private static Window After(Step step) =>
        step switch
        {
            Step.Set set => set.Wanted,
            Step.PutBack back => back.Before.Window,
            _ => step.Target.Current,
        };

    private static InstanceSegments SegmentsOf(Window window) => new(window.InitCwnd, window.InitRwnd);
}
