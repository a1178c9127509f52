using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Fleet.Hosts;

/// <summary>One page of hosts, by name.</summary>
/// <param name="Hosts">At most <c>limit</c> of them.</param>
/// <param name="Next">Cursor of the next page (<c>after</c>); <see langword="null"/> on the last.</param>
/// <param name="Matched">Hosts that match the filter.</param>
/// <param name="Total">Hosts of the fleet, retired ones left out.</param>
public sealed record HostPage(IReadOnlyList<HostSummary> Hosts, string? Next, int Matched, int Total);

/// <summary>A host as a row.</summary>
public sealed record HostSummary
{
    /// <summary>UUIDv7, text.</summary>
    public required string Id { get; init; }

    /// <summary>The host's own name.</summary>
    public required string Name { get; init; }

    /// <summary><c>linux</c> or <c>windows</c>.</summary>
    public required string Os { get; init; }

    /// <summary>Distribution or edition.</summary>
    public string OsName { get; init; } = "";

    /// <summary>Kernel release or build.</summary>
    public string Kernel { get; init; } = "";

    /// <summary>The agent's version.</summary>
    public string AgentVersion { get; init; } = "";

    /// <summary>Where the host's private key is: <c>tpm</c>, <c>file</c>, or <c>none</c> when it has registered no key.</summary>
    public string HostKey { get; init; } = HostKeys.None;

    /// <summary>Labels, from the enrolment token or edited since.</summary>
    public required IReadOnlyDictionary<string, string> Labels { get; init; }

    /// <summary>The verdict in force.</summary>
    public required Verdict Verdict { get; init; }

    /// <summary>Why, as a sentence.</summary>
    public required string Reason { get; init; }

    /// <summary>Since when the verdict holds.</summary>
    public DateTimeOffset? VerdictSince { get; init; }

    /// <summary>The policy the host must follow; <see langword="null"/> when none is assigned.</summary>
    public string? Policy { get; init; }

    /// <summary>The policy's revision that is required.</summary>
    public int? Revision { get; init; }

    /// <summary>The revision the host last reported; differs while a publication is in progress.</summary>
    public int? HeldRevision { get; init; }

    /// <summary>
    /// initcwnd of the first target a policy requires (else of the first default route), segments; <see langword="null"/> for the system's
    /// default or when not reported.
    /// </summary>
    public int? ConfiguredCwnd { get; init; }

    /// <summary>First flight of a fresh connection, segments; <see langword="null"/> when not measured.</summary>
    public int? EffectiveSegments { get; init; }

    /// <summary>What decides the effective window.</summary>
    public BindingTerm Binding { get; init; }

    /// <summary>Round-trip time of that connection, microseconds.</summary>
    public long? RttMicroseconds { get; init; }

    /// <summary>Maximum segment size of that connection, bytes.</summary>
    public int? Mss { get; init; }

    /// <summary>When the host enrolled.</summary>
    public required DateTimeOffset Enrolled { get; init; }

    /// <summary>The latest check-in or report; <see langword="null"/> when there was none.</summary>
    public DateTimeOffset? LastSeen { get; init; }

    /// <summary>When the host left the fleet; <see langword="null"/> for a member.</summary>
    public DateTimeOffset? Retired { get; init; }
}

/// <summary>A host with everything the server knows of it.</summary>
/// <param name="Summary">The row.</param>
/// <param name="Facts">What the host is, as last reported.</param>
/// <param name="State">What the host has, as last reported; <see langword="null"/> before the first report.</param>
/// <param name="StateAt">When the state was written, by the host's clock.</param>
/// <param name="AssignmentReason">Which assignment decides and why, as a sentence.</param>
/// <param name="Evidence">The latest evidence, newest first.</param>
/// <param name="History">The latest entries, newest first.</param>
public sealed record HostDetail(
    HostSummary Summary,
    HostFacts Facts,
    HostState? State,
    DateTimeOffset? StateAt,
    string AssignmentReason,
    IReadOnlyList<Evidence> Evidence,
    IReadOnlyList<HostHistoryEntry> History
)
{
    /// <summary>
    /// An administrator's hold; <see langword="null"/> when there is none. A hold set at the host is <see cref="HostState.Hold"/>.
    /// </summary>
    public ServerHold? Hold { get; init; }

    /// <summary>Every assignment that matches the host, the one that decides first.</summary>
    public IReadOnlyList<AssignmentChoice> Assignments { get; init; } = [];

    /// <summary>
    /// Selector values of the host beside its labels: <c>distribution</c> → <c>debian</c>; a key can have several values.
    /// </summary>
    public IReadOnlyList<HostFact> SelectorFacts { get; init; } = [];

    /// <summary>The host's own limits in words: <c>this host allows at most 16</c>; <see langword="null"/> when it reports none.</summary>
    public string? OwnLimits { get; init; }

    /// <summary>Where more is required of the host than its own limits allow, a sentence each.</summary>
    public IReadOnlyList<string> Beyond { get; init; } = [];

    /// <summary>How its secret stands; <see langword="null"/> for a host that left the fleet.</summary>
    public HostCredentialState? Credential { get; init; }

    /// <summary>The exceptions that are for this host and have not ended.</summary>
    public IReadOnlyList<ExceptionSummary> Exceptions { get; init; } = [];
}

/// <summary>One value of a fact, as selectors have it.</summary>
/// <param name="Key">Of docs/selectors.md.</param>
/// <param name="Value">As the host has it.</param>
public sealed record HostFact(string Key, string Value);

/// <summary>One line of a host's history.</summary>
/// <param name="At">When: by the host's clock for what the host reported, else by the server's.</param>
/// <param name="Kind">
/// A <see cref="HostEventKind"/>, or what the server saw: <c>Enrolled</c>, <c>Retired</c>, <c>Labelled</c>, <c>CloneSuspected</c>,
/// <c>Verdict</c>.
/// </param>
/// <param name="Digest">Digest of the bundle concerned; empty when none is.</param>
/// <param name="Text">What and why, as a sentence.</param>
public sealed record HostHistoryEntry(DateTimeOffset At, string Kind, string Digest, string Text)
{
    /// <summary>Of an entry of kind <c>Verdict</c>, whose text is the reason; <see langword="null"/> for every other.</summary>
    public Verdict? Verdict { get; init; }

    /// <summary>A verdict on a time in which the server did not hear the host, which reported it later.</summary>
    public bool Late { get; init; }
}

/// <summary>New labels of a host; they replace the old ones.</summary>
/// <param name="Labels">Keys and values as in <see cref="AssignRequest.Selector"/>; at most 64.</param>
/// <param name="Reason">Why, for the audit log.</param>
public sealed record LabelsRequest(IReadOnlyDictionary<string, string> Labels, string Reason);

/// <summary>
/// A host's labels. The ETag of this answer in <c>If-Match</c> makes a change fail when another person's change came first.
/// </summary>
/// <param name="Labels">All of them.</param>
public sealed record HostLabels(IReadOnlyDictionary<string, string> Labels);
