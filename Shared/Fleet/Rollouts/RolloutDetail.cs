namespace IwTune.Shared.Fleet.Rollouts;

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

    /// <summary>How long it has been observed, of <see cref="BakeSeconds"/>.</summary>
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
