namespace IwTune.Shared.Statistics;

/// <summary>Shares of counts: how many of all, and with what certainty.</summary>
public static class Proportion
{
    /// <summary>Wilson's score interval (1927): good also for few and for none, where the usual one has no width.</summary>
    /// <param name="count">How many, 0 to <paramref name="of"/>.</param>
    /// <param name="of">Of how many, at least 1.</param>
    /// <returns>The interval of 95 %.</returns>
    public static Interval Wilson(long count, long of) => WilsonWithin(count, of, Normal.Quantile(0.975));

    /// <summary><see cref="Wilson"/>'s interval by its width, also where a confidence cannot be distinguished from 1.</summary>
    /// <param name="count">How many, 0 to <paramref name="of"/>.</param>
    /// <param name="of">Of how many, at least 1.</param>
    /// <param name="z">Standard errors to each side, above 0.</param>
    public static Interval WilsonWithin(long count, long of, double z)
    {
        Check(count, of);
        double n = of,
            share = count / n;
        var centre = (share + z * z / (2 * n)) / (1 + z * z / n);
        var half = z / (1 + z * z / n) * Math.Sqrt(share * (1 - share) / n + z * z / (4 * n * n));
        return new Interval(share, count == 0 ? 0 : Math.Max(0, centre - half), count == of ? 1 : Math.Min(1, centre + half));
    }

    /// <summary>By how much the second share is larger (Newcombe 1998, method 10: from the two Wilson intervals).</summary>
    /// <param name="firstCount">How many of the first.</param>
    /// <param name="firstOf">Of how many, at least 1.</param>
    /// <param name="secondCount">How many of the second.</param>
    /// <param name="secondOf">Of how many, at least 1.</param>
    /// <param name="z">Standard errors to each side, above 0.</param>
    public static Interval DifferenceWithin(long firstCount, long firstOf, long secondCount, long secondOf, double z)
    {
        var (first, second) = (WilsonWithin(firstCount, firstOf, z), WilsonWithin(secondCount, secondOf, z));
        var difference = second.Estimate - first.Estimate;
        return new Interval(
            difference,
            difference - Length(second.Estimate - second.Low, first.High - first.Estimate),
            difference + Length(second.High - second.Estimate, first.Estimate - first.Low)
        );
    }

    private static double Length(double one, double other) => Math.Sqrt(one * one + other * other);

    private static void Check(long count, long of)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(of, 1);
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, of);
    }
}
