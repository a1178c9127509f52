namespace IwTune.Shared.Model;

/// <summary>What a path holds, and how long light takes over it.</summary>
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
