namespace IwTune.Shared.Impact;

/// <summary>
/// The expected outcome of a requirement, for one target or for a host; for a host with several targets, the later value counts.
/// </summary>
public enum Prospect
{
    /// <summary>It has that window already.</summary>
    Same,

    /// <summary>A person at the host set another window on purpose.</summary>
    Overridden,

    /// <summary>Its system, or the owner of the route, does not let it be set.</summary>
    Unsupported,

    /// <summary>A limit refuses it: the policy's own, or the host's.</summary>
    Refused,

    /// <summary>Its owner undid every repair; the host has stopped repairing it.</summary>
    OwnerFights,

    /// <summary>The policy only audits, so that nothing is changed.</summary>
    Audited,

    /// <summary>The host only observes, whatever a policy says.</summary>
    Observing,

    /// <summary>The host is held: it changes nothing until it is released.</summary>
    Held,

    /// <summary>No scope covers it any more: its before-image is restored.</summary>
    PutBack,

    /// <summary>It gets another window.</summary>
    Changes,

    /// <summary>The host was never seen, is stale, or has not reported since something changed: what it has now is not known.</summary>
    Unknown,
}
