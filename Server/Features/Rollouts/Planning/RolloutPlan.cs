using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Planning;

/// <summary>A rollout before it is stored: everything that an approval covers.</summary>
internal sealed record RolloutPlan
{
    public required string Id { get; init; }
    public required PlanTarget Target { get; init; }
    public required RolloutRules Rules { get; init; }
    public required bool Emergency { get; init; }

    /// <summary>Every host with its ring.</summary>
    public required IReadOnlyList<(PlanHost Host, int Ring)> Hosts { get; init; }
    public required IReadOnlyList<RolloutExclusion> Excluded { get; init; }
    public required string Hash { get; init; }
}
