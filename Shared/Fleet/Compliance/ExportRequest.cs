namespace IwTune.Shared.Fleet.Compliance;

/// <summary>Requests an export.</summary>
/// <param name="AsOf">The instant; <see langword="null"/> for now.</param>
/// <param name="Query">The filter; <see langword="null"/> for every host.</param>
/// <param name="Since">Start of the listed changes; <see langword="null"/> for 30 days before the instant.</param>
/// <param name="Formats">
/// More files, besides CSV and lines of JSON: <c>html</c>, <c>pdf</c>, <c>xlsx</c>, <c>oscal</c>, <c>arf</c>, <c>ocsf</c>, <c>cklb</c>
/// (at most 5,000 hosts), or <c>all</c>; <see langword="null"/> for none.
/// </param>
/// <param name="Known">By what was known when, not before the instant; <see langword="null"/> for now.</param>
public sealed record ExportRequest(
    DateTimeOffset? AsOf = null,
    string? Query = null,
    DateTimeOffset? Since = null,
    IReadOnlyList<string>? Formats = null,
    DateTimeOffset? Known = null
);
