using IwTune.Server.Features.Enrolment;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>How long a host of a rollout may be silent.</summary>
/// <param name="Unreachable">Then it is unreachable, by the rules of the rollout.</param>
/// <param name="CheckIn">Then it has missed a check-in.</param>
internal sealed record SilenceLimits(TimeSpan Unreachable, TimeSpan CheckIn)
{
    /// <summary>What a healthy host may need for a check-in beyond the time the server holds it open.</summary>
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(15);

    /// <summary>After an outage, a healthy host may be silent for so much longer than otherwise.</summary>
    public static readonly TimeSpan LongestPause = Schedule.LongestBackOff + TimeSpan.FromSeconds(Enrol.IntervalSeconds);

    /// <summary>Hosts that an outage silenced together return one after the other within this time.</summary>
    public TimeSpan Return => Unreachable + LongestPause;

    /// <param name="rules">Of the rollout.</param>
    /// <param name="poll">How long the server holds a check-in open.</param>
    public static SilenceLimits Of(RolloutRules rules, TimeSpan poll) => new(TimeSpan.FromSeconds(rules.UnreachableSeconds), poll + Grace);
}
