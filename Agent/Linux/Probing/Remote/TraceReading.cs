namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>What a trace of samples shows of the first flight.</summary>
public abstract record TraceReading
{
    /// <summary>The flight was seen from its beginning to a silence that only its end explains.</summary>
    /// <param name="Segments">Segments of the flight.</param>
    /// <param name="Late">1 when a tail-loss probe followed, which is not part of the window; else 0.</param>
    /// <param name="Least">The flight took at least this long, microseconds.</param>
    /// <param name="Most">The flight took at most this long, microseconds.</param>
    public sealed record Counted(int Segments, int Late, long Least, long Most) : TraceReading;

    /// <summary>Nothing came.</summary>
    public sealed record Silent : TraceReading;

    /// <summary>A segment of the flight cannot be distinguished from a probe: measure again.</summary>
    /// <param name="Why">As part of a sentence.</param>
    public sealed record Disturbed(string Why) : TraceReading;
}
