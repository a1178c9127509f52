namespace IwTune.Shared.Statistics;

/// <summary>How many units each of two equal arms needs to detect a difference that exists.</summary>
/// <remarks>
/// Normal approximations. Deviates are taken to four significant digits and counts to the nearest, as printed tables have them: the result
/// is good to a percent or two at best, and is the same as those tables'.
/// </remarks>
public static class SampleSize
{
    /// <summary>For times, whose logarithms are about normal: two-sided.</summary>
    /// <param name="effect">The change of the median as a share, above 0 and below 1: 0.05 for 5 % less.</param>
    /// <param name="sigma">
    /// Standard deviation of the natural logarithm, above 0: 0.5 for a path with little jitter, 1 for the Internet.
    /// </param>
    /// <param name="alpha">How often a difference is seen that is not there.</param>
    /// <param name="power">Statistical power.</param>
    /// <returns>Units of each arm.</returns>
    public static long Latency(double effect, double sigma, double alpha = 0.05, double power = 0.8)
    {
        CheckShare(effect, nameof(effect));
        if (sigma is not (> 0 and < 100))
            throw new ArgumentOutOfRangeException(nameof(sigma), sigma, "a standard deviation above 0 is needed");
        var deviates = Deviate(1 - alpha / 2) + Deviate(power);
        var shift = Math.Log(1 - effect);
        return Count(2 * deviates * deviates * sigma * sigma / (shift * shift));
    }

    /// <summary>For events, such as connections that lost a segment: one-sided, because only more of them is harm.</summary>
    /// <param name="baseline">The share now, above 0 and below 1.</param>
    /// <param name="changed">The share to distinguish from it.</param>
    /// <param name="alpha">False-positive rate.</param>
    /// <param name="power">Statistical power.</param>
    /// <returns>Units of each arm.</returns>
    public static long Events(double baseline, double changed, double alpha = 0.05, double power = 0.8)
    {
        CheckShare(baseline, nameof(baseline));
        CheckShare(changed, nameof(changed));
        if (baseline == changed)
            throw new ArgumentOutOfRangeException(nameof(changed), changed, "two shares that differ are needed");
        var mean = (baseline + changed) / 2;
        var together = Deviate(1 - alpha) * Math.Sqrt(2 * mean * (1 - mean));
        var apart = Deviate(power) * Math.Sqrt(baseline * (1 - baseline) + changed * (1 - changed));
        var difference = (together + apart) / (changed - baseline);
        return Count(difference * difference);
    }

    /// <summary>The largest design effect that is accepted: beyond it, more connections of the same peers show nothing.</summary>
    public const double LargestDesignEffect = 10_000;

    /// <summary>The same for units that are alike within a cluster, such as connections of one peer (Kish 1965).</summary>
    /// <param name="units">Independent units of each arm.</param>
    /// <param name="designEffect">1 for independent units, up to <see cref="LargestDesignEffect"/> (<see cref="DesignEffect"/>).</param>
    /// <returns>Units of each arm, rounded up.</returns>
    public static long Clustered(long units, double designEffect)
    {
        if (designEffect is not (>= 1 and <= LargestDesignEffect))
            throw new ArgumentOutOfRangeException(nameof(designEffect), designEffect, "a design effect of 1 to 10,000 is needed");
        return (long)Math.Ceiling(units * designEffect);
    }

    private static long Count(double units) => Math.Max(2, (long)Math.Round(units, MidpointRounding.AwayFromZero));

    private static double Deviate(double share)
    {
        CheckShare(share, nameof(share));
        var exact = Normal.Quantile(share);
        if (exact == 0)
            return 0;
        var scale = Math.Pow(10, 3 - Math.Floor(Math.Log10(Math.Abs(exact))));
        return Math.Round(exact * scale) / scale;
    }

    private static void CheckShare(double share, string name)
    {
        if (share is not (> 0 and < 1))
            throw new ArgumentOutOfRangeException(name, share, "a share above 0 and below 1 is needed");
    }
}
