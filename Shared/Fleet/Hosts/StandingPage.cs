using IwTune.Shared.Compliance;

namespace IwTune.Shared.Fleet.Hosts;

/// <summary>Conditions of hosts that stand out, each with a list of its own. One host may be in several.</summary>
public enum StandingKind
{
    /// <summary>A window differs from what is required, also on an excepted host.</summary>
    Drift,

    /// <summary>Set right within the last day, after another program had changed it.</summary>
    Repairs,

    /// <summary>An owner undid every repair; the host has stopped repairing.</summary>
    OwnerFights,

    /// <summary>Held: by an administrator at the server, or by a person at the host.</summary>
    Holds,

    /// <summary>A local administrator gave a target its own window.</summary>
    Overrides,

    /// <summary>The host cannot do something that is required; this is no failure.</summary>
    Unsupported,

    /// <summary>Not heard of for too long, or never.</summary>
    Unreachable,

    /// <summary>Bundles or the required revision were refused, or it failed or was restored.</summary>
    Refused,
}

/// <summary>The cases of the lists of <see cref="StandingKind"/>.</summary>
public enum StandingCase
{
    /// <summary>Of <see cref="StandingKind.Drift"/>.</summary>
    Drifted,

    /// <summary>Of <see cref="StandingKind.Repairs"/>.</summary>
    Repaired,

    /// <summary>Of <see cref="StandingKind.OwnerFights"/>.</summary>
    OwnerFights,

    /// <summary>Of <see cref="StandingKind.Holds"/>: held at the server.</summary>
    ByAdministrator,

    /// <summary>Of <see cref="StandingKind.Holds"/>: held by a person at the host.</summary>
    AtHost,

    /// <summary>Of <see cref="StandingKind.Overrides"/>.</summary>
    Overridden,

    /// <summary>Of <see cref="StandingKind.Unsupported"/>.</summary>
    Unsupported,

    /// <summary>Of <see cref="StandingKind.Unreachable"/>: not heard of for too long.</summary>
    Stale,

    /// <summary>Of <see cref="StandingKind.Unreachable"/>: never heard of.</summary>
    NeverSeen,

    /// <summary>Of <see cref="StandingKind.Refused"/>: the host refused the revision.</summary>
    Refused,

    /// <summary>Of <see cref="StandingKind.Refused"/>: the host could not apply the revision.</summary>
    Failed,

    /// <summary>Of <see cref="StandingKind.Refused"/>: the host undid the revision and restored its windows.</summary>
    PutBack,
}

/// <summary>One condition of a host that stands out.</summary>
/// <param name="Kind">Its list.</param>
/// <param name="State">Which of the list's cases.</param>
/// <param name="Reason">Why, as a sentence.</param>
/// <param name="Since">Since when: for a hold when it was set, by the clock of its author; else when the server saw it first.</param>
/// <param name="By">Who set a hold, as the audit log or the host writes it; <see langword="null"/> for everything else.</param>
/// <param name="Until">When a hold ends by itself; <see langword="null"/> for everything that does not.</param>
public sealed record StandingMark(
    StandingKind Kind,
    StandingCase State,
    string Reason,
    DateTimeOffset Since,
    string? By = null,
    DateTimeOffset? Until = null
);

/// <summary>
/// A host that stands out. People's decisions (<see cref="Marks"/> of <see cref="StandingKind.Holds"/>) and its health are separate:
/// both are shown.
/// </summary>
/// <param name="Id">UUIDv7, text.</param>
/// <param name="Name">The host's own name.</param>
/// <param name="Labels">Its labels.</param>
/// <param name="Policy">The policy it must follow; for a held host the one it is held at; <see langword="null"/> for none.</param>
/// <param name="Revision">The required revision.</param>
/// <param name="Verdict">The verdict; a host that a hold keeps from a revision is <c>Applying</c>.</param>
/// <param name="Health">What the verdict is without a hold at the server and without an exception.</param>
/// <param name="HealthReason">Why, as a sentence.</param>
/// <param name="LastSeen">
/// The latest check-in or report; facts of an older one may have changed since. <see langword="null"/> for never.
/// </param>
/// <param name="Hold">The id of the server's hold; <see langword="null"/> when there is none.</param>
/// <param name="Marks">Every such condition, in the order of <see cref="StandingKind"/>.</param>
public sealed record StandingHost(
    string Id,
    string Name,
    IReadOnlyDictionary<string, string> Labels,
    string? Policy,
    int? Revision,
    Verdict Verdict,
    Verdict Health,
    string HealthReason,
    DateTimeOffset? LastSeen,
    string? Hold,
    IReadOnlyList<StandingMark> Marks
);

/// <summary>How many hosts a list has.</summary>
/// <param name="Kind">The list.</param>
/// <param name="Hosts">Hosts in it that match the filter.</param>
public sealed record StandingCount(StandingKind Kind, int Hosts);

/// <summary>One page of hosts that stand out, by name.</summary>
/// <param name="Counts">Every list, with its hosts that match the filter.</param>
/// <param name="Hosts">At most <c>limit</c> hosts of the requested list; of any list without one.</param>
/// <param name="Next">Cursor of the next page (<c>after</c>); <see langword="null"/> on the last.</param>
/// <param name="Matched">Hosts in the requested list that match the filter.</param>
/// <param name="Total">Hosts of the fleet.</param>
public sealed record StandingPage(
    IReadOnlyList<StandingCount> Counts,
    IReadOnlyList<StandingHost> Hosts,
    string? Next,
    int Matched,
    int Total
);
