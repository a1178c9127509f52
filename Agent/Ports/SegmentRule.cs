using System.Globalization;

namespace IwTune.Agent.Ports;

/// <summary>Which numbers of segments this system accepts for a congestion window.</summary>
/// <param name="Least">The smallest, segments.</param>
/// <param name="Most">The largest, segments.</param>
/// <param name="Multiple">Every allowed number is a multiple of this one.</param>
/// <param name="Source">The source, for the refusal: <c>Windows takes an even number of segments, 2 to 64</c>.</param>
public sealed record SegmentRule(int Least, int Most, int Multiple, string Source)
{
    /// <summary>
    /// Why this number is not accepted, with the nearest that would be; <see langword="null"/> when it is, or when none is requested.
    /// </summary>
    public string? Refuse(int? segments) =>
        segments is not { } asked || (asked >= Least && asked <= Most && asked % Multiple == 0)
            ? null
            : string.Create(CultureInfo.InvariantCulture, $"{Source}; {asked} is not accepted, the nearest is {Nearest(asked)}.");

    /// <summary>The nearest allowed number; of two the smaller one, which floods no buffer.</summary>
    public int Nearest(int segments)
    {
        var within = Math.Clamp(segments, Least, Most);
        var below = within / Multiple * Multiple;
        return within - below <= below + Multiple - within ? below : below + Multiple;
    }
}
