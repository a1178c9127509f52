namespace IwTune.Shared.Fleet.Enrolment;

/// <summary>What became of a host that enrolled with a token.</summary>
public enum TokenUseState
{
    /// <summary>It is in the fleet.</summary>
    Member,

    /// <summary>It was in the fleet and has left.</summary>
    Retired,

    /// <summary>As <see cref="PendingState.Waiting"/>.</summary>
    Waiting,

    /// <summary>As <see cref="PendingState.Refused"/>.</summary>
    Refused,

    /// <summary>As <see cref="PendingState.Lapsed"/>.</summary>
    Lapsed,
}

/// <summary>A host that enrolled with a token.</summary>
/// <param name="HostId">Its id.</param>
/// <param name="Name">Its name.</param>
/// <param name="At">When.</param>
/// <param name="State">What became of it.</param>
public sealed record TokenUse(string HostId, string Name, DateTimeOffset At, TokenUseState State);
