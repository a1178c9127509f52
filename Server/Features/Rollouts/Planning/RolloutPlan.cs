using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Policies;
using IwTune.Shared.Fleet.Rollouts;

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

    /// <summary>The earlier rollout that stopped the target; <see langword="null"/> for none.</summary>
    public StoppedRollout? Stopped { get; init; }

    /// <summary>The policy's rollout in progress, which this one ends; <see langword="null"/> for none.</summary>
    public RolloutRow? Earlier { get; init; }

    /// <summary>What the hosts of a ring reported before, by ring, where it is known and counts.</summary>
    public IReadOnlyDictionary<int, RingTraffic> Traffic { get; init; } = new Dictionary<int, RingTraffic>();
}

/// <summary>A host that a rollout will move.</summary>
/// <param name="Identity">The host.</param>
/// <param name="Stale">Silent for so long that what it has is not known.</param>
/// <param name="Before">The initcwnd it reported last; empty when it reported none.</param>
internal sealed record PlanHost(HostIdentity Identity, bool Stale, string Before);

/// <summary>From which revision of a policy to which.</summary>
/// <param name="Policy">Its name.</param>
/// <param name="From">The current one; <see langword="null"/> when none is.</param>
/// <param name="To">The target.</param>
internal sealed record PlanTarget(string Policy, RevisionRow? From, RevisionRow To);
