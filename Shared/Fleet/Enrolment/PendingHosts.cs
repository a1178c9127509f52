using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Fleet.Enrolment;

/// <summary>How far a host that enrolled and needs approval is.</summary>
public enum PendingState
{
    /// <summary>It waits for an administrator.</summary>
    Waiting,

    /// <summary>An administrator refused it.</summary>
    Refused,

    /// <summary>It waited for too long and must enrol again.</summary>
    Lapsed,
}

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

/// <summary>A host that enrolled and waits for approval, or was refused.</summary>
public sealed record PendingHost
{
    /// <summary>The id it will have as a member; UUIDv7, text.</summary>
    public required string Id { get; init; }

    /// <summary>The host's own name.</summary>
    public required string Name { get; init; }

    /// <summary>How far it is.</summary>
    public required PendingState State { get; init; }

    /// <summary><c>linux</c> or <c>windows</c>.</summary>
    public required string Os { get; init; }

    /// <summary>Distribution or edition.</summary>
    public string OsName { get; init; } = "";

    /// <summary>Kernel release or build.</summary>
    public string Kernel { get; init; } = "";

    /// <summary>The agent's version.</summary>
    public string AgentVersion { get; init; } = "";

    /// <summary>As in <see cref="HostFacts.MachineId"/>; empty for callers that may not approve hosts.</summary>
    public string MachineId { get; init; } = "";

    /// <summary>The address it asked from.</summary>
    public string Address { get; init; } = "";

    /// <summary>Name of the token it used.</summary>
    public string Token { get; init; } = "";

    /// <summary>Labels it will have.</summary>
    public required IReadOnlyDictionary<string, string> Labels { get; init; }

    /// <summary>Members, and others that wait, with the same machine id: a copy, or the same machine set up again.</summary>
    public IReadOnlyList<string> Twins { get; init; } = [];

    /// <summary>When it asked.</summary>
    public required DateTimeOffset Asked { get; init; }

    /// <summary>When the wait lapses.</summary>
    public required DateTimeOffset Lapses { get; init; }

    /// <summary>Its latest call, as far as this server knows since it was started; <see langword="null"/> for none.</summary>
    public DateTimeOffset? LastCall { get; init; }

    /// <summary>Who refused it.</summary>
    public string? RefusedBy { get; init; }

    /// <summary>Why it was refused.</summary>
    public string? Reason { get; init; }
}

/// <summary>Hosts that wait, one page.</summary>
/// <param name="Hosts">Those that have waited longest first.</param>
/// <param name="Next">Cursor of the next page (<c>after</c>); <see langword="null"/> on the last.</param>
/// <param name="Waiting">How many wait.</param>
public sealed record PendingPage(IReadOnlyList<PendingHost> Hosts, string? Next, int Waiting);

/// <summary>Approves or refuses hosts that wait. Exactly one of <paramref name="Host"/> and <paramref name="Selector"/> is given.</summary>
/// <param name="Host">Name or id.</param>
/// <param name="Selector">
/// Every host that waits and matches at this moment; as in <see cref="AssignRequest.Selector"/>, <c>*</c> for all.
/// </param>
/// <param name="Reason">Why; needed to refuse. At most 500 characters.</param>
public sealed record PendingDecision(string? Host = null, string? Selector = null, string Reason = "");

/// <summary>The result of a decision, a rotation or an adoption.</summary>
/// <param name="Matched">Hosts of the request.</param>
/// <param name="Hosts">Names of the first 100 of them.</param>
public sealed record HostsDecided(int Matched, IReadOnlyList<string> Hosts);

/// <summary>Asks hosts for new secrets. Exactly one of <paramref name="Host"/> and <paramref name="Selector"/> is given.</summary>
/// <param name="Host">Name or id.</param>
/// <param name="Selector">As in <see cref="AssignRequest.Selector"/>.</param>
/// <param name="Reason">Why; needed.</param>
public sealed record RotateHostsRequest(string? Host = null, string? Selector = null, string Reason = "");

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

/// <summary>How a host's credential stands.</summary>
/// <param name="Made">When the secret in use was made.</param>
/// <param name="Asked">When the server requested a new one; <see langword="null"/> when none is due.</param>
/// <param name="Why">Why it asked, as a clause; empty when none is due.</param>
/// <param name="Half">True when the host made a new secret and has not used it yet: both are good.</param>
public sealed record HostCredentialState(DateTimeOffset Made, DateTimeOffset? Asked, string Why, bool Half)
{
    /// <summary>Where the host's private key is: <c>tpm</c>, <c>file</c>, or <c>none</c> when it has registered no key.</summary>
    public string Key { get; init; } = HostKeys.None;

    /// <summary>When the key was registered; <see langword="null"/> for none.</summary>
    public DateTimeOffset? KeyAt { get; init; }
}

/// <summary>A host that enrolled with a token.</summary>
/// <param name="HostId">Its id.</param>
/// <param name="Name">Its name.</param>
/// <param name="At">When.</param>
/// <param name="State">What became of it.</param>
public sealed record TokenUse(string HostId, string Name, DateTimeOffset At, TokenUseState State);

/// <summary>A call of a host that this server has no record of.</summary>
/// <param name="HostId">The id it gave; nothing proves it.</param>
/// <param name="Address">Where it called from.</param>
/// <param name="First">Its first call since the server was started.</param>
/// <param name="Last">Its latest.</param>
public sealed record UnknownCaller(string HostId, string Address, DateTimeOffset First, DateTimeOffset Last);
