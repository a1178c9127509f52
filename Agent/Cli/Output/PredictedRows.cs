using System.Text.Json.Serialization;

namespace IwTune.Agent.Cli.Output;

/// <summary>What <c>predict --json</c> writes.</summary>
internal sealed record PredictedRows(IReadOnlyList<PredictedRow> Rows);

/// <summary>One prediction. A <see langword="null"/> value was not requested, or does not differ, and is left out.</summary>
/// <param name="Size">Bytes.</param>
/// <param name="RttMs">Round-trip time.</param>
/// <param name="Iw">Initial window, segments.</param>
/// <param name="Rounds">Flights.</param>
/// <param name="Ms">How long it takes, with everything that the options include.</param>
internal sealed record PredictedRow(long Size, double RttMs, int Iw, int Rounds, double Ms)
{
    /// <summary>The gain over the first window of the same size and time.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? SavedMs { get; init; }

    /// <summary>How much of the time a cache waits for the origin.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? OriginMs { get; init; }

    /// <summary>First flight, segments, where something bounds it below the window.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Effective { get; init; }

    /// <summary>What bounds it.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Binding { get; init; }

    /// <summary>Packets, event by event.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? Sent { get; init; }

    /// <summary>Packets among them that were retransmitted.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? Resent { get; init; }

    /// <summary>Timeouts that were waited out.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Timeouts { get; init; }
}
