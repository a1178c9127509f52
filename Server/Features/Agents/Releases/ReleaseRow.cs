namespace IwTune.Server.Features.Agents.Releases;

/// <summary>A version that was the newest for a system.</summary>
internal sealed record ReleaseRow
{
    public string Os { get; init; } = "";

    public string Version { get; init; } = "";

    /// <summary>Since when the server knows it, unix milliseconds.</summary>
    public long KnownAt { get; init; }
}
