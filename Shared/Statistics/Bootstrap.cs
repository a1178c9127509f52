namespace IwTune.Shared.Statistics;

/// <summary>
/// Intervals by resampling (Efron and Tibshirani, "An Introduction to the Bootstrap", chapters 13 and 14). They assume nothing about the
/// distribution, but the drawn units must be independent: numbers that are correlated within a peer or a block
/// of time are <see cref="ClusterBootstrap"/>'s.
/// </summary>
public static class Bootstrap
{
    /// <summary>How often is drawn.</summary>
    public const int Resamples = 2000;

    /// <summary>The interval between quantiles of the drawn statistics.</summary>
    /// <param name="sample">At least two numbers.</param>
    /// <param name="statistic">The statistic of interest; gets a drawn sample in the order of drawing, and must not keep it.</param>
    /// <param name="random">Draws.</param>
    /// <param name="confidence">Above 0 and below 1.</param>
    public static Interval Percentile(
        IReadOnlyList<double> sample,
        Func<double[], double> statistic,
        SeededRandom random,
        double confidence = 0.95
    )
    {
        var drawn = Drawn(sample, statistic, random);
        return Between(statistic([.. sample]), drawn, (1 - confidence) / 2, (1 + confidence) / 2);
    }

    /// <summary>
    /// The same, corrected for bias and for a spread that changes with the value (BCa, Efron 1987): right to a higher order.
    /// </summary>
    /// <inheritdoc cref="Percentile" path="/param"/>
    public static Interval Bca(
        IReadOnlyList<double> sample,
        Func<double[], double> statistic,
        SeededRandom random,
        double confidence = 0.95
    )
    {
        var estimate = statistic([.. sample]);
        var drawn = Drawn(sample, statistic, random);
        double below = 0;
        foreach (var one in drawn)
            below +=
                one < estimate ? 1
                : one == estimate ? 0.5
                : 0;
        // All on one side: the share is only known to be beyond the resolution of so many drawings.
        var bias = Normal.Quantile(Math.Clamp(below / drawn.Length, 0.5 / drawn.Length, 1 - 0.5 / drawn.Length));
        var skew = Acceleration(sample, statistic);
        return Between(estimate, drawn, Corrected((1 - confidence) / 2), Corrected((1 + confidence) / 2));

        double Corrected(double share)
        {
            var z = bias + Normal.Quantile(share);
            return Normal.Cdf(bias + z / (1 - skew * z));
        }
    }

    /// <summary>One quantile, with its percentile interval.</summary>
    /// <param name="ascending">At least two numbers, in ascending order.</param>
    /// <param name="share">0 to 1.</param>
    /// <param name="random">Draws.</param>
    /// <param name="confidence">Above 0 and below 1.</param>
    public static Interval Quantile(double[] ascending, double share, SeededRandom random, double confidence = 0.95)
    {
        var drawn = DrawnQuantiles(ascending, share, random);
        Array.Sort(drawn);
        return Between(Quantiles.Of(ascending, share), drawn, (1 - confidence) / 2, (1 + confidence) / 2);
    }

    /// <summary>How much larger a quantile of the second sample is than of the first, each drawn for itself.</summary>
    /// <param name="first">At least two numbers, in ascending order.</param>
    /// <param name="second">At least two numbers, in ascending order.</param>
    /// <param name="share">0 to 1.</param>
    /// <param name="random">Draws.</param>
    /// <param name="confidence">Above 0 and below 1.</param>
    public static Interval QuantileDifference(double[] first, double[] second, double share, SeededRandom random, double confidence = 0.95)
    {
        var (one, other) = (DrawnQuantiles(first, share, random), DrawnQuantiles(second, share, random));
        for (var time = 0; time < Resamples; time++)
            other[time] -= one[time];
        Array.Sort(other);
        return Between(Quantiles.Of(second, share) - Quantiles.Of(first, share), other, (1 - confidence) / 2, (1 + confidence) / 2);
    }

    private static Interval Between(double estimate, double[] ascending, double low, double high) =>
        new(estimate, Quantiles.Of(ascending, low), Quantiles.Of(ascending, high));

    private static double[] Drawn(IReadOnlyList<double> sample, Func<double[], double> statistic, SeededRandom random)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(sample.Count, 2, nameof(sample));
        var values = new double[Resamples];
        for (var time = 0; time < Resamples; time++)
        {
            var drawn = new double[sample.Count];
            for (var at = 0; at < drawn.Length; at++)
                drawn[at] = sample[random.Below(sample.Count)];
            values[time] = statistic(drawn);
        }
        Array.Sort(values);
        return values;
    }

    /// <summary>A resample of sorted numbers is how often each is in it: no sorting, and the quantile is found in one walk.</summary>
    private static double[] DrawnQuantiles(double[] ascending, double share, SeededRandom random)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(ascending.Length, 2, nameof(ascending));
        var values = new double[Resamples];
        var times = new int[ascending.Length];
        for (var time = 0; time < Resamples; time++)
        {
            Array.Clear(times);
            for (var draw = 0; draw < times.Length; draw++)
                times[random.Below(times.Length)]++;
            values[time] = Quantiles.OfResample(ascending, times, share);
        }
        return values;
    }

    /// <summary>A sixth of the skewness of the statistic when each number in turn is left out.</summary>
    private static double Acceleration(IReadOnlyList<double> sample, Func<double[], double> statistic)
    {
        var without = new double[sample.Count];
        for (var left = 0; left < without.Length; left++)
        {
            var rest = new double[sample.Count - 1];
            for (var at = 0; at < rest.Length; at++)
                rest[at] = sample[at < left ? at : at + 1];
            without[left] = statistic(rest);
        }
        var mean = without.Average();
        double squares = 0,
            cubes = 0;
        foreach (var one in without)
        {
            squares += (mean - one) * (mean - one);
            cubes += (mean - one) * (mean - one) * (mean - one);
        }
        return squares == 0 ? 0 : cubes / (6 * Math.Pow(squares, 1.5));
    }
}
