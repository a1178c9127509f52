namespace IwTune.Shared.Wire;

/// <summary>Why a host leaves a target unchanged although a policy requires something else.</summary>
public enum TargetLeft
{
    /// <summary>The host is held.</summary>
    Held,

    /// <summary>A person at the host gave it another window on purpose.</summary>
    Overridden,

    /// <summary>Its owner undid every repair; the host has stopped repairing it.</summary>
    OwnerFights,
}
