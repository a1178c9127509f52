namespace IwTune.Shared.Fleet.Rollouts;

/// <summary>What happened to a rollout.</summary>
public enum RolloutEventKind
{
    /// <summary>It was planned.</summary>
    Planned,

    /// <summary>A person approved its plan.</summary>
    Approved,

    /// <summary>Its plan changed, so that approvals no longer count.</summary>
    Voided,

    /// <summary>It began.</summary>
    Started,

    /// <summary>A ring was admitted.</summary>
    RingStarted,

    /// <summary>The gate of a ring passed.</summary>
    GatePassed,

    /// <summary>The gate of a ring holds the rollout.</summary>
    GateHeld,

    /// <summary>The gate of a ring failed.</summary>
    GateFailed,

    /// <summary>A person paused it.</summary>
    Paused,

    /// <summary>A person resumed it.</summary>
    Resumed,

    /// <summary>A person let a ring pass without its gate.</summary>
    Promoted,

    /// <summary>It ended with every ring delivered.</summary>
    Completed,

    /// <summary>It ended with a rollback of its revision.</summary>
    RolledBack,

    /// <summary>A person ended it.</summary>
    Aborted,

    /// <summary>A later revision took its place.</summary>
    Superseded,
}
