using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>All inputs of the gate of a ring.</summary>
public sealed record GateCase
{
    /// <summary>How the rollout goes.</summary>
    public required RolloutRules Rules { get; init; }

    /// <summary>The hosts of the ring.</summary>
    public required RingHosts Hosts { get; init; }

    /// <summary>What silence of its hosts is compared with; <see langword="null"/> when it counts in full, or none is silent.</summary>
    public RingSilence? Silence { get; init; }

    /// <summary>
    /// The same for hosts that restored the revision because they could not reach the server; <see langword="null"/> when there are none,
    /// or they count in full.
    /// </summary>
    public RingSilence? Unconfirmed { get; init; }

    /// <summary>The hosts of earlier rings; <see langword="null"/> for the first.</summary>
    public HostsAfterGate? Earlier { get; init; }

    /// <summary>How long the ring was watched since all its hosts were settled.</summary>
    public required TimeSpan Baked { get; init; }

    /// <summary>How long it must be.</summary>
    public required TimeSpan Bake { get; init; }

    /// <summary>The outcomes of production connections (<see cref="GateEvidence"/>).</summary>
    public required GateOutcomes Outcomes { get; init; }

    /// <summary>True when the ring's hosts were chosen by a selector: what happens only to them looks like the revision's effect.</summary>
    public bool BySelector { get; init; }

    /// <summary>When it is judged.</summary>
    public required DateTimeOffset At { get; init; }
}

/// <summary>The hosts of one ring by progress; hosts that left it are in none of these.</summary>
/// <param name="Unsettled">Waiting for their turn in the ring, or admitted and not settled yet.</param>
/// <param name="Applied">Have the revision, verified.</param>
/// <param name="ApplyFailed">A step failed, or the host refused or restored the bundle.</param>
/// <param name="VerifyFailed">The steps were taken, and read-back or a fresh connection contradicted them.</param>
/// <param name="Unreachable">Silent for too long since they were admitted.</param>
/// <param name="Unconfirmed">Set the revision, could not reach the server within the confirm time, and restored.</param>
/// <param name="Drifted">Of those that have it: no longer as it requires, and not repaired yet. They fail when that lasts.</param>
public sealed record RingHosts(
    int Unsettled,
    int Applied,
    int ApplyFailed,
    int VerifyFailed,
    int Unreachable,
    int Unconfirmed = 0,
    int Drifted = 0
)
{
    /// <summary>All of them.</summary>
    public int All => Unsettled + Applied + Failed;

    /// <summary>Those that failed in one way or another.</summary>
    public int Failed => ApplyFailed + VerifyFailed + Unreachable + Unconfirmed;
}
