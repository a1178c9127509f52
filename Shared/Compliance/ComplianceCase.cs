using IwTune.Shared.Fleet.Agents;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Compliance;

/// <summary>Everything that one host's verdict depends on.</summary>
public sealed record ComplianceCase
{
    /// <summary>
    /// Digest of the content the host must have (<see cref="BundleDigest"/>); <see langword="null"/>, or that of
    /// <see cref="BundleContent.Nothing"/>, when no policy is assigned.
    /// </summary>
    public required string? RequiredDigest { get; init; }

    /// <summary>The windows of that content, so that a host's own decisions can be checked against its bounds.</summary>
    public IReadOnlyList<BundleWindow> Required { get; init; } = [];

    /// <summary>The latest state the host reported; <see langword="null"/> before the first report.</summary>
    public required HostState? State { get; init; }

    /// <summary>When the host last checked in, by the server's clock; <see langword="null"/> for never.</summary>
    public required DateTimeOffset? CheckedInAt { get; init; }

    /// <summary>Content of that check-in. Where it contradicts <see cref="State"/>, the report is older and is not shown as fact.</summary>
    public CheckInRequest? CheckIn { get; init; }

    /// <summary>Since when exactly this content is required; <see langword="null"/> when it is not known.</summary>
    public DateTimeOffset? RequiredSince { get; init; }

    /// <summary>
    /// Whether the latest measurements found the required windows in effect, for all targets that were measured; <see langword="null"/>
    /// when none was.
    /// </summary>
    public bool? EffectiveAsRequired { get; init; }

    /// <summary>The end of the latest time for which the host reported its connections; <see langword="null"/> for none.</summary>
    public DateTimeOffset? WatchedUntil { get; init; }

    /// <summary>The host's agent against the newest one for its system.</summary>
    public AgentStanding Agent { get; init; } = AgentStanding.Unknown;

    /// <summary>Since when the server knows a newer agent for the host's system; <see langword="null"/> without any.</summary>
    public DateTimeOffset? NewerAgentSince { get; init; }

    /// <summary>
    /// <c>linux</c> or <c>windows</c>, on which the agent can neither read the ends of connections nor rehearse a rollback.
    /// </summary>
    public string Os { get; init; } = "linux";

    /// <summary>The instant of the judgement, by the server's clock.</summary>
    public required DateTimeOffset Now { get; init; }

    /// <summary>A host that was not heard of for longer than this is stale.</summary>
    public required TimeSpan StaleAfter { get; init; }

    /// <summary>
    /// Since when the server has listened to this host without a break: silence before that is the server's own. <see langword="null"/>
    /// when it always has.
    /// </summary>
    public DateTimeOffset? ListenedSince { get; init; }

    /// <summary>How long a repaired host is called repaired before it is called compliant again. Default: 24 hours.</summary>
    public TimeSpan RepairedFor { get; init; } = TimeSpan.FromHours(24);

    /// <summary>
    /// An administrator's hold, by which <see cref="RequiredDigest"/> is what the host was required to have when it was set;
    /// <see langword="null"/> for none.
    /// </summary>
    public PinnedHold? Pinned { get; init; }

    /// <summary>A granted exception; <see langword="null"/> for none.</summary>
    public ComplianceException? Exception { get; init; }
}

/// <summary>A host is taken out of judgement for a while.</summary>
/// <param name="Reason">Why, in the words of the person who granted it.</param>
/// <param name="Until">When it ends; <see langword="null"/> for no end.</param>
public sealed record ComplianceException(string Reason, DateTimeOffset? Until)
{
    /// <summary>When it was granted; <see langword="null"/> when that is not known.</summary>
    public DateTimeOffset? Granted { get; init; }

    /// <summary>Whether another person than its author approved it.</summary>
    public bool IsApproved { get; init; }

    /// <summary>The words by which verdicts and rows of exports name an exception.</summary>
    /// <param name="reason">Why it was granted.</param>
    /// <param name="ticket">Where it was decided; empty for nowhere.</param>
    public static string Words(string reason, string ticket) => ticket.Length > 0 ? $"{reason} ({ticket})" : reason;
}

/// <summary>A host is held by the server at what it was required to have.</summary>
/// <param name="Hold">Who, since when, until when and why.</param>
/// <param name="Lacks">What it would be required to have without the hold: <c>edge revision 9</c>; empty when it is the same.</param>
public sealed record PinnedHold(HoldState Hold, string Lacks);
