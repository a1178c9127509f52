using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Hosts;

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
    public IReadOnlyList<AssignmentChoice> Assignments
    {
        get;
        init => field = value ?? [];
    } = [];

    /// <summary>
    /// Selector values of the host beside its labels: <c>distribution</c> → <c>debian</c>; a key can have several values.
    /// </summary>
    public IReadOnlyList<HostFact> SelectorFacts
    {
        get;
        init => field = value ?? [];
    } = [];

    /// <summary>The host's own limits in words: <c>this host allows at most 16</c>; <see langword="null"/> when it reports none.</summary>
    public string? OwnLimits { get; init; }

    /// <summary>Where more is required of the host than its own limits allow, a sentence each.</summary>
    public IReadOnlyList<string> Beyond
    {
        get;
        init => field = value ?? [];
    } = [];

    /// <summary>How its secret stands; <see langword="null"/> for a host that left the fleet.</summary>
    public HostCredentialState? Credential { get; init; }

    /// <summary>The exceptions that are for this host and have not ended.</summary>
    public IReadOnlyList<ExceptionSummary> Exceptions
    {
        get;
        init => field = value ?? [];
    } = [];
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
