using IwTune.Shared.Impact;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Policies;

/// <summary>A proposed change: any number of these at once. Nothing of it is stored.</summary>
public sealed record ImpactRequest
{
    /// <summary>Documents that would be published to every host; at most 200.</summary>
    public IReadOnlyList<string> Publish { get; set; } = [];

    /// <summary>
    /// Documents that would be staged: no host gets them before a rollout or a publication, and assignments may name their policies; at
    /// most 200.
    /// </summary>
    public IReadOnlyList<string> Stage { get; set; } = [];

    /// <summary>Revisions that would become current: what was staged, or the content of an earlier one by a rollback.</summary>
    public IReadOnlyList<ProposedRevision> Release { get; set; } = [];

    /// <summary>Assignments that would be made.</summary>
    public IReadOnlyList<ProposedAssignment> Assign { get; set; } = [];

    /// <summary>Ids of assignments that would end.</summary>
    public IReadOnlyList<string> Unassign { get; set; } = [];

    /// <summary>Hosts that would get other labels.</summary>
    public IReadOnlyList<ProposedLabels> Relabel { get; set; } = [];

    /// <summary>Policies that would be removed, with their assignments.</summary>
    public IReadOnlyList<string> Remove { get; set; } = [];
}

/// <summary>A revision that would become current.</summary>
/// <param name="Policy">The policy's name.</param>
/// <param name="Number">The revision.</param>
/// <param name="Rollback">
/// True for a rollback: its content would be published as a new revision; nothing would, where hosts must have this content already.
/// </param>
public sealed record ProposedRevision(string Policy, int Number, bool Rollback = false);

/// <summary>An assignment that would be made.</summary>
/// <param name="Selector">As in <see cref="AssignRequest"/>.</param>
/// <param name="Policy">The policy's name.</param>
/// <param name="Priority">The highest wins.</param>
/// <param name="Keep">
/// True when an assignment of the policy to the same selector stays as it is, with its priority, as when a policy is published.
/// </param>
public sealed record ProposedAssignment(string Selector, string Policy, int Priority = 0, bool Keep = false);

/// <summary>Labels that a host would get instead of its own.</summary>
/// <param name="Host">Its id.</param>
/// <param name="Labels">All of them.</param>
public sealed record ProposedLabels(string Host, IReadOnlyDictionary<string, string> Labels);

/// <summary>What a change would do, by every host's own facts and its last report.</summary>
public sealed record ImpactPage
{
    /// <summary>Hosts of the fleet.</summary>
    public required int Fleet { get; init; }

    /// <summary>Hosts that would be required to have something else than now.</summary>
    public required int Affected { get; init; }

    /// <summary>Hosts that would be, were they not held at the server; they keep their revision.</summary>
    public int Held { get; init; }

    /// <summary>Initial windows that would be set or restored on them. Content that is already required changes none.</summary>
    public int Windows { get; init; }

    /// <summary>Those hosts by expected outcome; the numbers sum to <c>affected</c> and <c>held</c>.</summary>
    public required IReadOnlyList<ImpactCount> Outcomes { get; init; }

    /// <summary>What stays unchanged, by reason, the most first; a host with several targets may be in several.</summary>
    public required IReadOnlyList<ImpactCount> Exclusions { get; init; }

    /// <summary>At most <c>limit</c> of the affected and the held hosts, by name.</summary>
    public required IReadOnlyList<HostImpact> Hosts { get; init; }

    /// <summary>Cursor of the next page (<c>after</c>); <see langword="null"/> on the last.</summary>
    public string? Next { get; init; }
}

/// <summary>Hosts or targets that have something in common.</summary>
/// <param name="Prospect">Their expected outcome.</param>
/// <param name="Text">As people say it: <c>312 Windows clients</c>, <c>41 routes owned by bird</c>, <c>9 have a local override</c>.</param>
/// <param name="Hosts">How many hosts.</param>
/// <param name="Targets">How many of their targets; 0 when it is about hosts as a whole.</param>
public sealed record ImpactCount(Prospect Prospect, string Text, int Hosts, int Targets);

/// <summary>What a change would do to one host.</summary>
public sealed record HostImpact
{
    /// <summary>UUIDv7, text.</summary>
    public required string Id { get; init; }

    /// <summary>Its name.</summary>
    public required string Name { get; init; }

    /// <summary><c>linux</c> or <c>windows</c>.</summary>
    public required string Os { get; init; }

    /// <summary>What it must have now: policy and revision; <see langword="null"/> for nothing.</summary>
    public RequiredRevision? From { get; init; }

    /// <summary>Its new requirement; <see langword="null"/> for nothing.</summary>
    public RequiredRevision? To { get; init; }

    /// <summary>The expected outcome, in one word.</summary>
    public required Prospect Prospect { get; init; }

    /// <summary>The reason of that word, as a clause; empty when the word says all.</summary>
    public required string Why { get; init; }

    /// <summary>Every target that a scope would cover, or that would be restored.</summary>
    public required IReadOnlyList<TargetForecast> Targets { get; init; }

    /// <summary>Scopes for which it has nothing to set, each with the reason.</summary>
    public IReadOnlyList<string> Unmatched { get; init; } = [];
}

/// <summary>What a host must have.</summary>
/// <param name="Policy">The policy's name.</param>
/// <param name="Revision">The revision; <see langword="null"/> for one that is not made yet.</param>
/// <param name="Digest">Digest of the content (<see cref="BundleDigest"/>).</param>
public sealed record RequiredRevision(string Policy, int? Revision, string Digest);
