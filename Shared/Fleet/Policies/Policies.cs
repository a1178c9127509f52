using System.Text.Json.Serialization;
using IwTune.Shared.Policies;

namespace IwTune.Shared.Fleet.Policies;

/// <summary>Publishes a policy: a new revision of the policy that the document names.</summary>
/// <param name="Document">The policy as written, YAML or JSON; at most 256 KiB.</param>
/// <param name="Reason">Why, for the revision and the audit log; at most 500 characters.</param>
/// <param name="Assign">
/// Selector to assign the policy to in the same transaction, unless an assignment with it exists; <see langword="null"/> for none.
/// </param>
/// <param name="Stage">Create the revision without publishing it: a rollout delivers it to hosts.</param>
/// <param name="Base">
/// The latest revision the author knows, 0 for none: refused when there is a newer one; <see langword="null"/> to publish without this
/// check.
/// </param>
/// <param name="Confirm">How many hosts it changes, when that is more than half of the fleet.</param>
public sealed record PublishRequest(
    string Document,
    string Reason,
    string? Assign = null,
    bool Stage = false,
    int? Base = null,
    int? Confirm = null
);

/// <summary>What publishing or rolling back did.</summary>
/// <param name="Policy">The policy's name.</param>
/// <param name="Revision">The revision that has this content.</param>
/// <param name="Digest">Digest of its content.</param>
/// <param name="Unchanged">True when it had this content already, so that nothing was published.</param>
/// <param name="Sequence">The server-wide publication number that bundles carry from now on.</param>
/// <param name="Hosts">Hosts that the policy decides for at this moment.</param>
/// <param name="Warnings">What is allowed but deserves a thought.</param>
/// <param name="Previous">
/// The revision that was current until then, to which a rollback returns; <see langword="null"/> when none was, and when nothing was
/// published to hosts.
/// </param>
public sealed record PublishReply(
    string Policy,
    int Revision,
    string Digest,
    bool Unchanged,
    long Sequence,
    int Hosts,
    IReadOnlyList<PolicyProblem> Warnings,
    int? Previous = null
);

/// <summary>Makes a new, higher revision with the content of an old one.</summary>
/// <param name="To">The revision whose content is published again.</param>
/// <param name="Reason">Why, for the revision and the audit log.</param>
/// <param name="Confirm">How many hosts it changes, when that is more than half of a fleet of at least 10.</param>
public sealed record RollbackRequest(int To, string Reason, int? Confirm = null);

/// <summary>What a document would be if it were published.</summary>
/// <param name="Policy">The policy's name; <see langword="null"/> when there is any problem.</param>
/// <param name="Digest">Digest of its content; <see langword="null"/> when there is any problem.</param>
/// <param name="Problems">Everything that is wrong.</param>
/// <param name="Warnings">What deserves a thought.</param>
public sealed record ValidateReply(
    string? Policy,
    string? Digest,
    IReadOnlyList<PolicyProblem> Problems,
    IReadOnlyList<PolicyProblem> Warnings
);

/// <summary>A policy as a row.</summary>
public sealed record PolicySummary
{
    /// <summary>The policy's name.</summary>
    public required string Name { get; init; }

    /// <summary>Its latest revision.</summary>
    public required RevisionSummary Latest { get; init; }

    /// <summary>The revision that hosts outside a rollout have; <see langword="null"/> when none was published.</summary>
    public int? Released { get; init; }

    /// <summary>True while hosts outside a rollout do not have the latest revision.</summary>
    [JsonIgnore]
    public bool IsStaged => Released != Latest.Number;

    /// <summary>Enforce or audit, of the latest revision.</summary>
    public required PolicyMode Mode { get; init; }

    /// <summary>When it was removed; <see langword="null"/> while it exists.</summary>
    public DateTimeOffset? Removed { get; init; }

    /// <summary>Selectors it is assigned to, highest priority first.</summary>
    public required IReadOnlyList<string> Selectors { get; init; }

    /// <summary>Hosts that are required to have it, also those that are held at a revision of it.</summary>
    public required int Hosts { get; init; }

    /// <summary>Those of the hosts that an administrator holds at a revision; no publication reaches them.</summary>
    public int Held { get; init; }
}

/// <summary>One immutable, numbered version of a policy.</summary>
public sealed record RevisionSummary
{
    /// <summary>From 1, without gaps.</summary>
    public required int Number { get; init; }

    /// <summary>Digest of its content.</summary>
    public required string Digest { get; init; }

    /// <summary>Who published it.</summary>
    public required string Author { get; init; }

    /// <summary>Why.</summary>
    public required string Reason { get; init; }

    /// <summary>When.</summary>
    public required DateTimeOffset Published { get; init; }

    /// <summary>The revision whose content this one published again; <see langword="null"/> for a publication.</summary>
    public int? RollbackTo { get; init; }

    /// <summary>The publication number it was made with.</summary>
    public required long Sequence { get; init; }
}

/// <summary>A policy with its revisions.</summary>
/// <param name="Summary">The row.</param>
/// <param name="Revisions">Newest first.</param>
/// <param name="Document">The latest revision as written.</param>
public sealed record PolicyDetail(PolicySummary Summary, IReadOnlyList<RevisionSummary> Revisions, string Document);

/// <summary>A revision with its document.</summary>
/// <param name="Policy">The policy's name.</param>
/// <param name="Revision">The row.</param>
/// <param name="Document">The document as written.</param>
public sealed record RevisionDetail(string Policy, RevisionSummary Revision, string Document);
