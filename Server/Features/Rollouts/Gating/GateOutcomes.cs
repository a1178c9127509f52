using IwTune.Shared.Statistics;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// The reported production connections of the hosts of a rollout: those that have the revision, and in the same time those that do not yet.
/// </summary>
public sealed record GateOutcomes
{
    /// <summary>No host reported anything.</summary>
    public static GateOutcomes None { get; } = new();

    /// <summary>Evidence over the whole rollout that first flights are lost more often with the revision.</summary>
    public ShareEProcess FirstFlights { get; init; } = new();

    /// <summary>Evidence that hosts without others to compare them with lose far more than their own past predicts.</summary>
    public OwnPastEProcess Alone { get; init; } = new();

    /// <summary>How losses vary beyond counting, estimated from the control group.</summary>
    public Overdispersion Over { get; init; } = Overdispersion.Assumed;

    /// <summary>Every host that has the revision, since the rollout began.</summary>
    public ArmOutcome Tested { get; init; } = ArmOutcome.None;

    /// <summary>The hosts that did not have it, in the same time.</summary>
    public ArmOutcome Control { get; init; } = ArmOutcome.None;

    /// <summary>The hosts of this ring that have the revision, since the ring began.</summary>
    public ArmOutcome Ring { get; init; } = ArmOutcome.None;

    /// <summary>The hosts that did not have it, since the ring began.</summary>
    public ArmOutcome RingControl { get; init; } = ArmOutcome.None;

    /// <summary>Hosts of this ring, and how many of them cannot report connections at all.</summary>
    public ArmHosts RingHosts { get; init; } = new(0, 0);

    /// <summary>Hosts of the plan that have not been admitted, and how many of them cannot report.</summary>
    public ArmHosts ControlHosts { get; init; } = new(0, 0);

    /// <summary>Judged connections that came too late to be compared.</summary>
    public long Late { get; init; }
}

/// <summary>Hosts of one arm.</summary>
/// <param name="All">How many there are.</param>
/// <param name="Blind">
/// Those that cannot report the losses of connections: Windows does not notify a program of the end of another program's connection. They
/// report the retransmissions of all their traffic.
/// </param>
public sealed record ArmHosts(int All, int Blind)
{
    /// <summary>Those that can.</summary>
    public int Able => All - Blind;
}
