namespace IwTune.Shared.Fleet.Insight;

/// <summary>A capture in its list form.</summary>
public sealed record CaptureSummary
{
    /// <summary>UUIDv7, text.</summary>
    public required string Id { get; init; }

    /// <summary>What was measured.</summary>
    public required string Title { get; init; }

    /// <summary>Bytes of the response.</summary>
    public required long SizeBytes { get; init; }

    /// <summary>Round-trip time of the idle path, microseconds.</summary>
    public required long RttMicroseconds { get; init; }

    /// <summary>Names of its arms, in their order.</summary>
    public required IReadOnlyList<string> Arms { get; init; }

    /// <summary>When it was measured.</summary>
    public required DateTimeOffset Taken { get; init; }

    /// <summary>Who attached it.</summary>
    public required string Author { get; init; }

    /// <summary>When it was attached.</summary>
    public required DateTimeOffset Added { get; init; }
}
