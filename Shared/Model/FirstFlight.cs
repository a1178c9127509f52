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

    /// <summary>The same for a flight that arrives at a rate of its own: F·(1 − R/r) − B, at least 0.</summary>
    /// <param name="segments">F: segments in the flight, not negative.</param>
    /// <param name="buffer">B: packets that may wait, not negative.</param>
    /// <param name="rate">R: what leaves the buffer, bit/s, above 0.</param>
    /// <param name="arriving">r: what arrives, bit/s, above 0; not faster than R loses nothing.</param>
    public static double Overflow(long segments, long buffer, double rate, double arriving)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(segments);
        ArgumentOutOfRangeException.ThrowIfNegative(buffer);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(rate);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(arriving);
        return Math.Max(0, segments * (1 - rate / arriving) - buffer);
    }

    /// <summary>
    /// How long the last byte of concurrent first flights waits for the narrow link: other traffic behind it waits as long.
    /// </summary>
    /// <param name="initCwnd">Segments of one flight, at least 1.</param>
    /// <param name="connections">How many connections start together, at least 1; a browser opens six to a host.</param>
    /// <param name="bitsPerSecond">Rate of the narrow link, bit/s, above 0.</param>
    /// <param name="packet">Bytes of a full packet with its headers, at least 1.</param>
    public static TimeSpan QueueDelay(int initCwnd, int connections, double bitsPerSecond, int packet = 1500)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(initCwnd, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(connections, 1);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(bitsPerSecond);
        ArgumentOutOfRangeException.ThrowIfLessThan(packet, 1);
        return TimeSpan.FromSeconds((double)initCwnd * connections * packet * 8 / bitsPerSecond);
    }
}
