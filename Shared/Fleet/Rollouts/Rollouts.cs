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

/// <summary>Where a rollout is.</summary>
public enum RolloutState
{
    /// <summary>Planned; too few people approved it, or the plan has changed since their approval.</summary>
    AwaitingApproval,

    /// <summary>Approved; waits for a change window, or for a freeze to end.</summary>
    AwaitingWindow,

    /// <summary>A ring is in progress, or in its bake time.</summary>
    Running,

    /// <summary>The gate of a ring cannot say that all is well: it waits for more evidence or for a person.</summary>
    Holding,

    /// <summary>A person paused it.</summary>
    Paused,

    /// <summary>Every ring has the revision, which is now the released one.</summary>
    Complete,

    /// <summary>A new revision with the old content went to every host.</summary>
    RolledBack,

    /// <summary>A person ended it: hosts that have the revision keep it until the policy's next publication or rollout.</summary>
    Aborted,

    /// <summary>A newer rollout or release of the policy took its place.</summary>
    Superseded,
}

/// <summary>A rollout as a row.</summary>
public sealed record RolloutSummary
{
    /// <summary>UUIDv7, text.</summary>
    public required string Id { get; init; }

    /// <summary>The policy.</summary>
    public required string Policy { get; init; }

    /// <summary>The released revision it started from; <see langword="null"/> when none was released.</summary>
    public int? From { get; init; }

    /// <summary>The revision it moves to.</summary>
    public required int To { get; init; }

    /// <summary>Where it is.</summary>
    public required RolloutState State { get; init; }

    /// <summary>The reason of its state and what it waits for, as a sentence with numbers.</summary>
    public required string Sentence { get; init; }

    /// <summary>The ring it is in, from 1; 0 before the first.</summary>
    public required int Ring { get; init; }

    /// <summary>How many rings it has.</summary>
    public required int Rings { get; init; }

    /// <summary>Hosts of the plan.</summary>
    public required int Hosts { get; init; }

    /// <summary>Hosts whose ring has begun and of which the revision is required.</summary>
    public required int Admitted { get; init; }

    /// <summary>Those that have it, verified.</summary>
    public required int Applied { get; init; }

    /// <summary>Those that failed or cannot be reached.</summary>
    public required int Failed { get; init; }

    /// <summary>True when it skips rings, windows and gates.</summary>
    public required bool Emergency { get; init; }

    /// <summary>Who planned it.</summary>
    public required string Author { get; init; }

    /// <summary>Why.</summary>
    public required string Reason { get; init; }

    /// <summary>When it was planned.</summary>
    public required DateTimeOffset Created { get; init; }

    /// <summary>When its first ring began.</summary>
    public DateTimeOffset? Started { get; init; }

    /// <summary>When it ended, however it did.</summary>
    public DateTimeOffset? Ended { get; init; }

    /// <summary>
    /// True when the rollout also concerns hosts outside the caller's scope. Counts are then those of the hosts in scope; the gates'
    /// figures, the hosts that were left out and the details of events are not shown.
    /// </summary>
    public bool Partial { get; init; }
}

/// <summary>A rollout with everything that decides it.</summary>
/// <param name="Summary">The row.</param>
/// <param name="Rules">How it goes.</param>
/// <param name="PlanHash">
/// SHA-256 over policy, revisions, rules and every host with its ring and its windows before and after, lower-case hex: what an approval is
/// for.
/// </param>
/// <param name="Needed">People who must approve.</param>
/// <param name="Approvals">Who did, the void ones too.</param>
/// <param name="Rings">The rings in order.</param>
/// <param name="Excluded">Hosts of the policy that are in no ring, by reason, with their number.</param>
/// <param name="Events">What happened, newest first.</param>
public sealed record RolloutDetail(
    RolloutSummary Summary,
    RolloutRules Rules,
    string PlanHash,
    int Needed,
    IReadOnlyList<RolloutApproval> Approvals,
    IReadOnlyList<RolloutRing> Rings,
    IReadOnlyList<RolloutExclusion> Excluded,
    IReadOnlyList<RolloutEvent> Events
)
{
    /// <summary>The earlier rollout that stopped this revision; <see langword="null"/> for none.</summary>
    public StoppedRollout? Stopped { get; init; }

    /// <summary>
    /// Hosts that have the revision now, by their last check-in, whatever delivered it. <see cref="RolloutSummary.Applied"/> of a rollout
    /// that ended is what was delivered until then.
    /// </summary>
    public int HaveNow { get; init; }
}

/// <summary>One person's yes to one plan.</summary>
/// <param name="Actor">Who.</param>
/// <param name="PlanHash">To what.</param>
/// <param name="Reason">In their words.</param>
/// <param name="At">When.</param>
/// <param name="VoidReason">Why it is void; empty while it counts.</param>
public sealed record RolloutApproval(string Actor, string PlanHash, string Reason, DateTimeOffset At, string VoidReason);

/// <summary>One ring as it stands.</summary>
public sealed record RolloutRing
{
    /// <summary>From 1.</summary>
    public required int Number { get; init; }

    /// <summary>Its name, or its size.</summary>
    public required string Name { get; init; }

    /// <summary>Hosts in it, and in no earlier one.</summary>
    public required int Hosts { get; init; }

    /// <summary>How many hosts are in each state, by the state's name (<see cref="RolloutHostState"/>).</summary>
    public required IReadOnlyDictionary<string, int> States { get; init; }

    /// <summary>When its first host was admitted.</summary>
    public DateTimeOffset? Since { get; init; }

    /// <summary>How long it has been watched, of <see cref="BakeSeconds"/>.</summary>
    public double BakedSeconds { get; init; }

    /// <summary>How long it must be.</summary>
    public required int BakeSeconds { get; init; }

    /// <summary>
    /// The shortest time after which the ring can pass by its first-flight loss, from what its hosts reported before, seconds; in a plan
    /// only, and <see langword="null"/> where their traffic is not known or not judged.
    /// </summary>
    public double? EvidenceSeconds { get; init; }

    /// <summary>What its gate said last; <see langword="null"/> before the first time.</summary>
    public RolloutGate? Gate { get; init; }
}

/// <summary>Hosts of the policy that a rollout leaves out, and why.</summary>
/// <param name="Reason">Such as <c>held by user:anna</c>, <c>Windows client</c>.</param>
/// <param name="Hosts">How many.</param>
public sealed record RolloutExclusion(string Reason, int Hosts);

/// <summary>Something that happened to a rollout.</summary>
/// <param name="At">When.</param>
/// <param name="Actor">Who; <c>server</c> for what it decided itself.</param>
/// <param name="Kind">What happened.</param>
/// <param name="Text">As a sentence.</param>
/// <param name="Reason">Why, as the actor gave it.</param>
public sealed record RolloutEvent(DateTimeOffset At, string Actor, RolloutEventKind Kind, string Text, string Reason);

/// <summary>How far a host of a rollout is.</summary>
public enum RolloutHostState
{
    /// <summary>Its ring has not begun, or it waits for its turn in it.</summary>
    Waiting,

    /// <summary>The revision is required of it; it has not settled yet.</summary>
    Admitted,

    /// <summary>Has it, verified.</summary>
    Applied,

    /// <summary>A step failed, the host refused or restored the bundle, or verification failed.</summary>
    Failed,

    /// <summary>Not heard of since it was admitted, for too long.</summary>
    Unreachable,

    /// <summary>Does not follow the policy any more, or left the fleet: counts as neither success nor failure.</summary>
    Left,
}

/// <summary>One page of a rollout's hosts, by ring and name.</summary>
/// <param name="Hosts">At most <c>limit</c> of them.</param>
/// <param name="Next">Cursor of the next page (<c>after</c>); <see langword="null"/> on the last.</param>
/// <param name="Matched">Hosts that match the filter.</param>
public sealed record RolloutHostPage(IReadOnlyList<RolloutHost> Hosts, string? Next, int Matched);

/// <summary>A host of a rollout.</summary>
/// <param name="Id">The host.</param>
/// <param name="Name">Its name.</param>
/// <param name="Ring">Its ring, from 1.</param>
/// <param name="State">How far it is.</param>
/// <param name="Reason">Why, as a sentence; empty when the state says all.</param>
/// <param name="Admitted">When the revision was required of it.</param>
/// <param name="Settled">When it had the revision, or failed.</param>
public sealed record RolloutHost(
    string Id,
    string Name,
    int Ring,
    RolloutHostState State,
    string Reason,
    DateTimeOffset? Admitted,
    DateTimeOffset? Settled
);

/// <summary>A yes to exactly this plan.</summary>
/// <param name="PlanHash">As in <see cref="RolloutDetail.PlanHash"/>; another one is refused.</param>
/// <param name="Reason">In the approver's words.</param>
public sealed record ApproveRequest(string PlanHash, string Reason);

/// <summary>A person's command to a rollout.</summary>
/// <param name="Action">What.</param>
/// <param name="Reason">Why, for the audit log.</param>
/// <param name="Confirm">How many hosts it changes, when that is more than half of the fleet.</param>
public sealed record RolloutCommand(RolloutAction Action, string Reason, int? Confirm = null);

/// <summary>Commands that a person may give a rollout.</summary>
public enum RolloutAction
{
    /// <summary>Admit no more hosts until it is resumed.</summary>
    Pause,

    /// <summary>Go on after a pause.</summary>
    Resume,

    /// <summary>Go to the next ring although the gate of this one has not passed; not over a failed one.</summary>
    Promote,

    /// <summary>End it where it is.</summary>
    Abort,

    /// <summary>A new revision with the content of the released one goes to every host.</summary>
    RollBack,
}

/// <summary>A time in which no rollout starts a ring.</summary>
/// <param name="Id">UUIDv7, text.</param>
/// <param name="From">When it begins.</param>
/// <param name="Until">When it ends.</param>
/// <param name="Author">Who set it.</param>
/// <param name="Reason">Why.</param>
public sealed record Freeze(string Id, DateTimeOffset From, DateTimeOffset Until, string Author, string Reason);

/// <summary>Sets a freeze.</summary>
/// <param name="From">When it begins; <see langword="null"/> for now.</param>
/// <param name="Until">When it ends.</param>
/// <param name="Reason">Why.</param>
public sealed record FreezeRequest(DateTimeOffset? From, DateTimeOffset Until, string Reason);
