using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Bundles;

namespace IwTune.Server.Features.Impact;

/// <summary>A change of what hosts must have that was not made: any number of these at once.</summary>
public sealed record ProposedChange
{
    /// <summary>Contents that would be published to every host of their policy, by the policy's name.</summary>
    public IReadOnlyDictionary<string, PublishedContent> Release { get; init; } =
        new Dictionary<string, PublishedContent>(StringComparer.Ordinal);

    /// <summary>Assignments that would be made, the most recent of all.</summary>
    public IReadOnlyList<Assignment> Assign { get; init; } = [];

    /// <summary>Ids of assignments that would end.</summary>
    public IReadOnlySet<string> Unassign { get; init; } = new HashSet<string>(StringComparer.Ordinal);

    /// <summary>Policies that would be removed, with their assignments.</summary>
    public IReadOnlySet<string> Remove { get; init; } = new HashSet<string>(StringComparer.Ordinal);

    /// <summary>Labels that hosts would get instead of their own, by the host's id.</summary>
    public IReadOnlyDictionary<string, IReadOnlyDictionary<string, string>> Relabel { get; init; } =
        new Dictionary<string, IReadOnlyDictionary<string, string>>(StringComparer.Ordinal);
}
