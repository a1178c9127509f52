namespace IwTune.Shared.Fleet.Rollouts;

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

    /// <summary>Every ring has the revision, which is now the current one.</summary>
    Complete,

    /// <summary>A new revision with the old content went to every host.</summary>
    RolledBack,

    /// <summary>A person ended it: hosts that have the revision keep it until the policy's next publication or rollout.</summary>
    Aborted,

    /// <summary>A newer rollout or publication of the policy took its place.</summary>
    Superseded,
}

/// <summary>A rollout as a row.</summary>
public sealed record RolloutSummary
{
    /// <summary>UUIDv7, text.</summary>
    public required string Id { get; init; }

    /// <summary>The policy.</summary>
    public required string Policy { get; init; }

    /// <summary>The revision that was current when it started; <see langword="null"/> when none was.</summary>
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
