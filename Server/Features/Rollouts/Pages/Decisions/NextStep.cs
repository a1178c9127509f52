using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Server.Features.Rollouts.Pages.Decisions;

/// <summary>Who moves a rollout on, and how, as one sentence.</summary>
/// <param name="Who">Its subject.</param>
/// <param name="What">The rest of it, without the full stop.</param>
internal sealed record NextStep(string Who, string What)
{
    /// <param name="rollout">One that has not ended.</param>
    /// <param name="ring">The ring it is in; <see langword="null"/> before the first.</param>
    public static NextStep Of(RolloutSummary rollout, RolloutRing? ring) =>
        rollout.State switch
        {
            RolloutState.AwaitingApproval => new("An approver", "must approve the plan"),
            RolloutState.AwaitingWindow => new(
                "The server",
                rollout.Ring == rollout.Rings
                    ? "publishes the revision to every host"
                    : $"starts ring {rollout.Ring + 1} as soon as no freeze and no closed change window prevents it"
            ),
            RolloutState.Paused when rollout.Ring == 0 => new("An operator", "can resume or abort"),
            RolloutState.Paused => new("An operator", "can resume, abort or roll back"),
            RolloutState.Holding when ring?.Gate is { } harm && StandingHarm.In(harm) => new("An operator", "can roll back or abort"),
            RolloutState.Holding when ring?.Gate is { Verdict: GateVerdict.Fail } => new("An operator", "can roll back, abort or resume"),
            RolloutState.Holding => new("An operator", "can promote, abort or roll back; more evidence can also pass the gate"),
            _ when ring is null => new("The server", "starts ring 1 within seconds"),
            _ => RingStanding.Of(rollout, ring).Phase switch
            {
                RingPhase.Watched when ring.BakedSeconds < ring.BakeSeconds => new("The server", "judges the gate after the bake time"),
                RingPhase.Watched => new("The server", "judges the gate"),
                _ => new("The hosts", $"take revision {rollout.To}; then ring {ring.Number} is observed"),
            },
        };
}
