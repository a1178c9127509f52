namespace IwTune.Agent.Control.Bundles;

/// <summary>What moves a bundle from one <see cref="BundleStage"/> to the next.</summary>
public enum BundleTrigger
{
    /// <summary>The server or a person on this host asks for it.</summary>
    Came,

    /// <summary>The same while the host is held.</summary>
    CameDuringHold,

    /// <summary>The same too soon after it was undone.</summary>
    CameTooSoon,

    /// <summary>Its dead-man timer was armed before its first step.</summary>
    Armed,

    /// <summary>Everything it asks for was set and read back, or is reported as it is; nothing waits to be confirmed.</summary>
    Settled,

    /// <summary>It was confirmed in time.</summary>
    Kept,

    /// <summary>A step failed, its time was over, or the agent was interrupted: what was there before was restored.</summary>
    Restored,

    /// <summary>A person on this host rolled back.</summary>
    RolledBack,

    /// <summary>The hold it waited for has ended.</summary>
    HoldEnded,

    /// <summary>It expired while it waited.</summary>
    Expired,
}
