namespace IwTune.Shared.Model;

/// <summary>The capacity of a path, and the effect of windows and losses on its rate.</summary>
public static class BandwidthDelay
{
    /// <summary>Bytes under way on a full path: rate × round-trip time. Some texts halve it by taking the one-way delay.</summary>
    /// <param name="bitsPerSecond">Rate of the narrow link, bit/s, not negative.</param>
    /// <param name="rtt">Round-trip time, not negative.</param>
    public static double Bytes(double bitsPerSecond, TimeSpan rtt)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bitsPerSecond);
        ArgumentOutOfRangeException.ThrowIfLessThan(rtt, TimeSpan.Zero);
        return bitsPerSecond * rtt.TotalSeconds / 8;
    }

    /// <summary>The initial window beyond which nothing is gained: as many segments as fill the path, at least one.</summary>
    /// <param name="bitsPerSecond">Rate of the narrow link, bit/s.</param>
    /// <param name="rtt">Round-trip time.</param>
    /// <param name="mss">Payload of a segment, bytes, at least 1.</param>
    public static long Segments(double bitsPerSecond, TimeSpan rtt, int mss)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(mss, 1);
        return Math.Max(1, (long)Math.Ceiling(Bytes(bitsPerSecond, rtt) / mss));
    }

    /// <summary>
    /// The least round trip that light allows over a distance and back, at 299,792 km/s; in fibre it is half as much again.
    /// </summary>
    /// <param name="kilometres">Distance, not negative.</param>
    public static TimeSpan LightRoundTrip(double kilometres)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(kilometres);
        return TimeSpan.FromSeconds(2 * kilometres / 299_792);
    }
}
