namespace IwTune.Shared.Model;

/// <summary>What a first flight does to the buffer before the narrow link.</summary>
public static class FirstFlight
{
    /// <summary>
    /// Segments lost of a flight that arrives at once at a drop-tail buffer: max(0, F − (B + 1)); the one more is being sent. Exact on
    /// Linux for buffers of ten packets and more; in smaller ones retransmissions overflow again.
    /// </summary>
    /// <param name="segments">F: segments of all flights that arrive together, not negative.</param>
    /// <param name="buffer">B: packets that may wait, not negative.</param>
    public static long Overflow(long segments, long buffer)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(segments);
        ArgumentOutOfRangeException.ThrowIfNegative(buffer);
        return Math.Max(0, segments - (buffer + 1));
    }
}
