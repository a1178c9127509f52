namespace IwTune.Shared.Statistics;

/// <summary>The standard normal distribution.</summary>
public static class Normal
{
    private const double SqrtOfTwoPi = 2.5066282746310002;

    /// <summary>The share of all that is below <paramref name="z"/>; good to 1e-12 absolutely.</summary>
    /// <remarks>
    /// The Taylor series around zero near the middle (Abramowitz and Stegun 26.2.11), the continued fraction of the tail beyond (26.2.14).
    /// </remarks>
    public static double Cdf(double z)
    {
        if (double.IsNaN(z))
            return double.NaN;
        var distance = Math.Abs(z);
        var tail =
            distance < 3.5 ? 0.5 - Density(distance) * Series(distance)
            : distance > 38 ? 0
            : Density(distance) / Fraction(distance);
        return z < 0 ? tail : 1 - tail;
    }

    /// <summary>The number that this share of all is below: the inverse of <see cref="Cdf"/>.</summary>
    /// <param name="share">Above 0 and below 1.</param>
    public static double Quantile(double share)
    {
        if (share is not (> 0 and < 1))
            throw new ArgumentOutOfRangeException(nameof(share), share, "a share above 0 and below 1 is needed");
        if (share > 0.5)
            return -Quantile(1 - share);
        // A start good to 4.5e-4 (Abramowitz and Stegun 26.2.23), then Halley's method, which triples the digits each time.
        var t = Math.Sqrt(-2 * Math.Log(share));
        var z = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
        for (var step = 0; step < 3; step++)
        {
            var off = (Cdf(z) - share) / Density(z);
            z -= off / (1 + z * off / 2);
        }
        return z;
    }

    private static double Density(double z) => Math.Exp(-z * z / 2) / SqrtOfTwoPi;

    private static double Series(double z)
    {
        double term = z,
            sum = z;
        for (var n = 3; term > sum * 1e-17; n += 2)
        {
            term *= z * z / n;
            sum += term;
        }
        return sum;
    }

    private static double Fraction(double z)
    {
        var value = z;
        for (var n = 60; n >= 1; n--)
            value = z + n / value;
        return value;
    }
}
