namespace IwTune.Agent.Local;

/// <summary>What the command line can ask a running daemon.</summary>
public enum LocalVerb
{
    /// <summary>What the daemon is doing; touches nothing on the host.</summary>
    Status,

    /// <summary>What the connections of the last half to whole day were, by target; touches nothing on the host.</summary>
    Traffic,

    /// <summary>Every target of the host as it is now.</summary>
    Show,

    /// <summary>What applying <see cref="LocalRequest.Content"/> would change; changes nothing.</summary>
    Plan,

    /// <summary>Read every target back and measure fresh connections; changes nothing.</summary>
    Verify,

    /// <summary>Make the host what <see cref="LocalRequest.Content"/> says, until the server sends another bundle.</summary>
    Apply,

    /// <summary>Keep what was applied: disarm the dead-man timer.</summary>
    Confirm,

    /// <summary>Restore what the last apply changed, or everything, and hold until another bundle comes.</summary>
    Rollback,

    /// <summary>
    /// Restore one change by its id; hold unless a later policy stays in force. A separate verb, because an older daemon would ignore the
    /// id.
    /// </summary>
    RollbackChange,

    /// <summary>Change nothing from now on.</summary>
    Hold,

    /// <summary>End the hold, and repair again the targets that were given up.</summary>
    Release,

    /// <summary>Give targets windows that take precedence over every policy, or clear them.</summary>
    Override,

    /// <summary>Begin an experiment.</summary>
    ExperimentStart,

    /// <summary>End the running experiment and remove everything of it.</summary>
    ExperimentStop,

    /// <summary>Restore everything and leave the fleet.</summary>
    Unenrol,
}
