using IwTune.Shared.Fleet.Policies;

namespace IwTune.Shared.Fleet.Rollouts;

/// <summary>
/// Plans a rollout: the hosts of a policy move from the current revision to another, ring by ring. Nothing moves before it is approved.
/// </summary>
/// <param name="Policy">The policy's name.</param>
/// <param name="To">The revision to move to; published with <see cref="PublishRequest.Stage"/>, or an old one.</param>
/// <param name="Reason">Why, for people who approve it and the audit log; at most 500 characters.</param>
/// <param name="Rules">How it goes; <see langword="null"/> for the standard.</param>
/// <param name="Emergency">All hosts at once, in no change window and with no gate; two people must approve.</param>
/// <param name="Confirm">How many hosts it moves, when that is more than half of the fleet.</param>
public sealed record RolloutRequest(
    string Policy,
    int To,
    string Reason,
    RolloutRules? Rules = null,
    bool Emergency = false,
    int? Confirm = null
)
{
    /// <summary>
    /// Why a revision may be rolled out although an earlier rollout of it was stopped (<see cref="StoppedRollout"/>); required then, at
    /// most 500 characters.
    /// </summary>
    public string? Despite { get; init; }
}

/// <summary>How a rollout goes.</summary>
public sealed record RolloutRules
{
    /// <summary>One host, 1 %, 5 %, 25 %, everyone.</summary>
    public static IReadOnlyList<RingRule> StandardRings { get; } =
    [new() { Hosts = 1 }, new() { Percent = 1 }, new() { Percent = 5 }, new() { Percent = 25 }, new() { Percent = 100 }];

    /// <summary>The rings in order; the last must reach everyone. At most 16.</summary>
    public IReadOnlyList<RingRule> Rings { get; set; } = StandardRings;

    /// <summary>How long each ring is watched once its hosts have the revision, seconds. Default: 600.</summary>
    public int BakeSeconds { get; set; } = 600;

    /// <summary>
    /// Judged connections that the ring, and as many that the control group, must report before outcomes can pass; 0 to judge no outcomes.
    /// Default: 200. <see cref="MaxRise"/> mostly needs more.
    /// </summary>
    public int MinSamples { get; set; } = 200;

    /// <summary>
    /// A ring passes when a rise of first-flight loss by more than this is excluded, percentage points, 0.05 to 50. Default: 2, which takes
    /// about 900 connections at a loss of 2 %, as many as RFC 9040 (Appendix C) evaluates at a time.
    /// </summary>
    public double MaxRise { get; set; } = 2;

    /// <summary>Hosts that may have the revision and not be settled yet; 0 for no bound. Default: 0.</summary>
    public int MaxInFlight { get; set; }

    /// <summary>Failed hosts of a ring that fail its gate when exceeded. Default: 0.</summary>
    public int MaxFailed { get; set; }

    /// <summary>Failed hosts, in percent of the ring, that fail its gate when exceeded; both bounds must be exceeded. Default: 0.</summary>
    public double MaxFailedPercent { get; set; }

    /// <summary>How long a host may stay silent after it was admitted before it counts as unreachable, seconds. Default: 600.</summary>
    public int UnreachableSeconds { get; set; } = 600;

    /// <summary>How often a false alarm of the outcomes is accepted in the whole rollout, 0.001 to 0.2. Default: 0.05.</summary>
    public double Alpha { get; set; } = 0.05;

    /// <summary>What a failed gate does. Default: roll back.</summary>
    public GateFailure OnFailure { get; set; } = GateFailure.RollBack;

    /// <summary>By how much the hosts may differ from the plan that was approved, percent; at least one host may. Default: 2.</summary>
    public double DriftPercent { get; set; } = 2;

    /// <summary>When rings may start: <c>mon-fri 09:00-16:30 Europe/Berlin</c>; empty for always.</summary>
    public IReadOnlyList<string> Windows { get; set; } = [];
}

/// <summary>One ring: exactly one of <see cref="Hosts"/>, <see cref="Percent"/> and <see cref="Selector"/> is set.</summary>
public sealed record RingRule
{
    /// <summary>What people call it; <see langword="null"/> for its size.</summary>
    public string? Name { get; init; }

    /// <summary>So many hosts in all from the first ring to this one.</summary>
    public int? Hosts { get; init; }

    /// <summary>This percentage of the plan's hosts from the first ring to this one, rounded up; 100 for all hosts.</summary>
    public double? Percent { get; init; }

    /// <summary>The hosts that match, and are in no earlier ring.</summary>
    public string? Selector { get; init; }

    /// <summary>Instead of <see cref="RolloutRules.BakeSeconds"/>.</summary>
    public int? BakeSeconds { get; init; }
}

/// <summary>What a failed gate does.</summary>
public enum GateFailure
{
    /// <summary>A new revision with the content of the previous one goes to every host.</summary>
    RollBack,

    /// <summary>The rollout stops where it is and waits for a person.</summary>
    Hold,
}
