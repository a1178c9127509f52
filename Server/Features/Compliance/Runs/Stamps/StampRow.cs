namespace IwTune.Server.Features.Compliance.Runs.Stamps;

/// <summary>A stored time stamp.</summary>
internal sealed class StampRow
{
    /// <summary>The authority's time, unix milliseconds.</summary>
    public long At { get; init; }
    public string Authority { get; init; } = "";

    /// <summary>DER.</summary>
    public byte[] Token { get; init; } = [];
}
