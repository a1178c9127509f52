namespace IwTune.Shared.Statistics;

/// <summary>
/// By how much one sample lies above another (Hodges and Lehmann 1963): the median of all differences, which a few outliers do not move,
/// and an interval from the rank test of which it is the estimate. Found by bisection over sorted samples, so that no difference is ever
/// stored.
/// </summary>
public static class HodgesLehmann
{
    /// <summary>The shift of two independent samples; the interval inverts the Mann–Whitney test in its normal approximation.</summary>
    /// <param name="first">At least one number, in any order.</param>
    /// <param name="second">At least one number, in any order.</param>
    /// <param name="confidence">Above 0 and below 1.</param>
    /// <param name="designEffect">1 for independent numbers (<see cref="DesignEffect.OfOrder"/>).</param>
    /// <returns>Positive when the second is larger.</returns>
    public static Interval Shift(
        IReadOnlyCollection<double> first,
        IReadOnlyCollection<double> second,
        double confidence = 0.95,
        double designEffect = 1
    )
    {
        var (x, y) = (Quantiles.Ascending(first), Quantiles.Ascending(second));
        ArgumentOutOfRangeException.ThrowIfZero(x.Length, nameof(first));
        ArgumentOutOfRangeException.ThrowIfZero(y.Length, nameof(second));
        var pairs = (long)x.Length * y.Length;
        var spread = Math.Sqrt(pairs * (x.Length + y.Length + 1.0) / 12 * designEffect);
        return Of(pairs, spread, confidence, limit => AtMost(x, y, limit));
    }

    /// <summary>
    /// The centre of paired differences: the median of the means of all pairs of them; the interval inverts Wilcoxon's signed-rank test.
    /// </summary>
    /// <param name="differences">At least one number: second minus first of each pair.</param>
    /// <param name="confidence">Above 0 and below 1.</param>
    public static Interval Paired(IReadOnlyCollection<double> differences, double confidence = 0.95)
    {
        var d = Quantiles.Ascending(differences);
        ArgumentOutOfRangeException.ThrowIfZero(d.Length, nameof(differences));
        var pairs = (long)d.Length * (d.Length + 1) / 2;
        var spread = Math.Sqrt(d.Length * (d.Length + 1.0) * (2.0 * d.Length + 1) / 24);
        return Of(pairs, spread, confidence, limit => AtMost(d, limit));
    }

    private static Interval Of(long pairs, double spread, double confidence, Func<double, long> atMost)
    {
        var margin = Normal.Quantile((1 + confidence) / 2) * spread;
        var low = Math.Clamp((long)Math.Floor(pairs / 2.0 - margin), 0, pairs - 1);
        return new Interval(
            (Ranked((pairs - 1) / 2, atMost) + Ranked(pairs / 2, atMost)) / 2,
            Ranked(low, atMost),
            Ranked(pairs - 1 - low, atMost)
        );
    }

    /// <summary>How many differences y − x are at most this.</summary>
    private static long AtMost(double[] x, double[] y, double limit)
    {
        long count = 0;
        var first = 0;
        foreach (var high in y)
        {
            while (first < x.Length && high - x[first] > limit)
                first++;
            count += x.Length - first;
        }
        return count;
    }

    /// <summary>How many means of two, each with itself included, are at most this.</summary>
    private static long AtMost(double[] d, double limit)
    {
        long count = 0;
        var last = d.Length - 1;
        for (var first = 0; first < d.Length; first++)
        {
            while (last >= 0 && (d[first] + d[last]) / 2 > limit)
                last--;
            count += Math.Max(0, last - first + 1);
        }
        return count;
    }

    /// <summary>
    /// The number of this rank, from 0: bisection over the numbers in the order of their bits, which is exact after 64 steps.
    /// </summary>
    private static double Ranked(long rank, Func<double, long> atMost)
    {
        long low = Key(double.MinValue),
            high = Key(double.MaxValue);
        while (low < high)
        {
            var middle = (low >> 1) + (high >> 1) + (low & high & 1);
            if (atMost(Number(middle)) > rank)
                high = middle;
            else
                low = middle + 1;
        }
        return Number(low);
    }

    private static long Key(double number) => BitConverter.DoubleToInt64Bits(number) is var bits && bits < 0 ? bits ^ long.MaxValue : bits;

    private static double Number(long key) => BitConverter.Int64BitsToDouble(key < 0 ? key ^ long.MaxValue : key);
}
