namespace IwTune.Shared.Fleet.Enrolment;

/// <summary>What was decided about two machines that share an identity.</summary>
public enum CloneState
{
    /// <summary>Nothing yet: the younger is quarantined.</summary>
    Open,

    /// <summary>The younger may become, or became, a host of its own.</summary>
    Adopted,

    /// <summary>The younger keeps the identity, and the older is quarantined.</summary>
    Swapped,

    /// <summary>The case is closed.</summary>
    Ended,
}

/// <summary>A machine that came with the identity of another.</summary>
/// <param name="Id">UUIDv7, text.</param>
/// <param name="HostId">The identity they share.</param>
/// <param name="HostName">Its name.</param>
/// <param name="Found">When it was found.</param>
/// <param name="State">What was decided.</param>
/// <param name="Reason">What was seen, as a sentence.</param>
/// <param name="Older">The machine that is served.</param>
/// <param name="Younger">The machine that is quarantined.</param>
/// <param name="LastCall">The latest call of the quarantined machine that this server saw since it was started.</param>
/// <param name="NewHostId">The host that the younger became.</param>
/// <param name="DecidedBy">Who decided, as the audit log writes it.</param>
public sealed record CloneCase(
    string Id,
    string HostId,
    string HostName,
    DateTimeOffset Found,
    CloneState State,
    string Reason,
    CloneMachine Older,
    CloneMachine Younger,
    DateTimeOffset? LastCall = null,
    string? NewHostId = null,
    string? DecidedBy = null
);

/// <summary>One of two machines that share an identity.</summary>
/// <param name="BootId">The boot it was seen in.</param>
/// <param name="Address">Where it called from; empty when that is not known.</param>
/// <param name="FirstSeen">
/// When this run of its agent was first seen; <see langword="null"/> for one from before the server was started.
/// </param>
public sealed record CloneMachine(string BootId, string Address, DateTimeOffset? FirstSeen);

/// <summary>Every case, newest first.</summary>
/// <param name="Cases">At most <c>limit</c> of them.</param>
/// <param name="Next">Cursor of the next page (<c>after</c>); <see langword="null"/> on the last.</param>
/// <param name="Open">How many are open.</param>
public sealed record ClonePage(IReadOnlyList<CloneCase> Cases, string? Next, int Open);
