using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Shared.Rollouts;

/// <summary>Where one ring of a rollout is, as the heading of its lane.</summary>
/// <param name="Phase">Where.</param>
/// <param name="Word">The same in a word or a few: <c>observed 4m of 10m</c>.</param>
public sealed record RingStanding(RingPhase Phase, string Word)
{
    private const int Step = 5;

    /// <summary>Of one ring.</summary>
    /// <param name="rollout">The rollout.</param>
    /// <param name="ring">One of its rings.</param>
    public static RingStanding Of(RolloutSummary rollout, RolloutRing ring)
    {
        if (IsCleared(rollout, ring))
            return ring.Gate switch
            {
                { Verdict: GateVerdict.Pass } => new(RingPhase.Passed, "passed"),
                null when ring.Hosts == 0 => new(RingPhase.Passed, "skipped"),
                // An emergency has no gate.
                null => new(RingPhase.Promoted, "not judged"),
                _ => new(RingPhase.Promoted, "promoted"),
            };
        if (ring.Number > rollout.Ring || ring.Since is null)
            return RolloutWords.Ended(rollout.State) ? new(RingPhase.Ended, "not reached") : new(RingPhase.Waiting, "waiting");
        return rollout.State switch
        {
            RolloutState.Running
                when RolloutWords.Count(ring, RolloutHostState.Waiting) + RolloutWords.Count(ring, RolloutHostState.Admitted) == 0 => new(
                RingPhase.Watched,
                Observed(ring.BakedSeconds, ring.BakeSeconds)
            ),
            RolloutState.Running => new(RingPhase.Admitting, "in progress"),
            RolloutState.RolledBack
            or RolloutState.Aborted
            or RolloutState.Superseded
            or RolloutState.Holding when ring.Gate is { Verdict: GateVerdict.Fail } => new(RingPhase.Failed, "failed"),
            RolloutState.Holding => new(RingPhase.Holding, "holding"),
            RolloutState.Paused => new(RingPhase.Holding, "paused"),
            _ => new(RingPhase.Ended, "ended"),
        };
    }

    /// <summary>How long a ring has been observed, in the steps in which that is stored: <c>observed 2m 30s of 10m</c>.</summary>
    /// <param name="baked">So far, seconds.</param>
    /// <param name="bake">Its bake time, seconds.</param>
    public static string Observed(double baked, int bake) => $"observed {Minutes((int)(baked / Step) * Step)} of {Minutes(bake)}";

    // A rollout awaits a start, or the approval of a changed plan, between two rings. A gate passes only at the end of its ring.
    private static bool IsCleared(RolloutSummary rollout, RolloutRing ring) =>
        rollout.State == RolloutState.Complete
        || ring.Number < rollout.Ring
        || ring.Number == rollout.Ring
            && (
                rollout.State is RolloutState.AwaitingWindow or RolloutState.AwaitingApproval
                || rollout.State != RolloutState.Running && ring.Gate is { Verdict: GateVerdict.Pass }
            );

    private static string Minutes(double seconds) =>
        seconds switch
        {
            < 60 => $"{(int)seconds}s",
            < 3600 => (int)seconds % 60 == 0 ? $"{(int)seconds / 60}m" : $"{(int)seconds / 60}m {(int)seconds % 60}s",
            _ => $"{(int)seconds / 3600}h {(int)seconds % 3600 / 60}m",
        };
}

/// <summary>Where a ring is.</summary>
public enum RingPhase
{
    /// <summary>It has not begun.</summary>
    Waiting,

    /// <summary>Its hosts are admitted and settle.</summary>
    Admitting,

    /// <summary>Every host of it settled; it is observed.</summary>
    Watched,

    /// <summary>It waits for evidence, a person, or a time.</summary>
    Holding,

    /// <summary>Its gate passed.</summary>
    Passed,

    /// <summary>A person went on although its gate had not passed.</summary>
    Promoted,

    /// <summary>Its gate failed.</summary>
    Failed,

    /// <summary>The rollout ended in it.</summary>
    Ended,
}
