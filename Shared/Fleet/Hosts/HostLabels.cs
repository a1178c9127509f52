using IwTune.Shared.Fleet.Policies;

namespace IwTune.Shared.Fleet.Hosts;

/// <summary>New labels of a host; they replace the old ones.</summary>
/// <param name="Labels">Keys and values as in <see cref="AssignRequest.Selector"/>; at most 64.</param>
/// <param name="Reason">Why, for the audit log.</param>
public sealed record LabelsRequest(IReadOnlyDictionary<string, string> Labels, string Reason);

/// <summary>
/// A host's labels. The ETag of this answer in <c>If-Match</c> makes a change fail when another person's change came first.
/// </summary>
/// <param name="Labels">All of them.</param>
public sealed record HostLabels(IReadOnlyDictionary<string, string> Labels);
