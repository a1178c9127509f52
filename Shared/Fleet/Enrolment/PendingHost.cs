using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;

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
