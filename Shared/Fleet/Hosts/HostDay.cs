using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Hosts;

/// <summary>Everything that the server knows of one host on one day.</summary>
public sealed record HostDay
{
    /// <summary>The host's id.</summary>
    public required string Id { get; init; }

    /// <summary>Its name at the end of the day.</summary>
    public required string Name { get; init; }

    /// <summary>When the day began.</summary>
    public required DateTimeOffset From { get; init; }

    /// <summary>When the next day began, or now.</summary>
    public required DateTimeOffset To { get; init; }

    /// <summary>How complete the verdicts of the day are, as a sentence.</summary>
    public required string Complete { get; init; }

    /// <summary>The host when the day began; <see langword="null"/> when it was no member then, or that is deleted.</summary>
    public ComplianceHost? Beginning { get; init; }

    /// <summary>Its verdicts of the day as they are known now, the oldest first.</summary>
    public required IReadOnlyList<ComplianceChange> Changes { get; init; }

    /// <summary>What the host reported of the day and what happened to it, the oldest first.</summary>
    public required IReadOnlyList<HostHistoryEntry> Events { get; init; }

    /// <summary>The measurements that the server received on the day, the oldest first.</summary>
    public required IReadOnlyList<Evidence> Measurements { get; init; }

    /// <summary>The revisions that were required of it, with their documents.</summary>
    public required IReadOnlyList<DayRevision> Revisions { get; init; }
}

/// <summary>A revision that was required of a host.</summary>
/// <param name="Policy">The policy.</param>
/// <param name="Revision">Its number.</param>
/// <param name="Document">As it was written.</param>
public sealed record DayRevision(string Policy, int Revision, string Document);
