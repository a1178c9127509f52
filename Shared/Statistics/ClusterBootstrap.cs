namespace IwTune.Shared.Statistics;

/// <summary>
/// Intervals for numbers that are alike within a cluster (connections of one peer): whole clusters are drawn, in both samples together
/// (Davison and Hinkley, "Bootstrap Methods and their Application", §3.8).
/// </summary>
public static class ClusterBootstrap
{
    /// <summary>How often is drawn, for every interval by resampling.</summary>
    public const int Resamples = 2000;

    /// <summary>
    /// With fewer clusters in a sample the interval is too narrow. Unequal clusters count less (<see cref="Effective"/>).
    /// </summary>
    public const int LeastClusters = 8;

    /// <summary>How many equal clusters would be as good: (Σn)²/Σn² (Kish, "Survey Sampling", 1965, §8.2).</summary>
    /// <param name="sizes">Numbers of each cluster, 0 or more.</param>
    public static double Effective(IEnumerable<long> sizes)
    {
        double sum = 0,
            squares = 0;
        foreach (var size in sizes)
            (sum, squares) = (sum + size, squares + (double)size * size);
        return squares == 0 ? 0 : sum * sum / squares;
    }

    /// <summary>How much larger a quantile of the second sample is than of the first.</summary>
    /// <param name="first">At least one number.</param>
    /// <param name="second">At least one number.</param>
    /// <param name="share">0 to 1.</param>
    /// <param name="random">Draws.</param>
    /// <param name="confidence">Above 0 and below 1.</param>
    public static Interval QuantileDifference(
        Clustered first,
        Clustered second,
        double share,
        SeededRandom random,
        double confidence = 0.95
    )
    {
        var clusters = first.Clusters.Union(second.Clusters).Order().ToArray();
        ArgumentOutOfRangeException.ThrowIfLessThan(clusters.Length, 2, nameof(first));
        var (ofFirst, ofSecond) = (first.Places(clusters), second.Places(clusters));
        var (times, drawn) = (new int[clusters.Length], new double[Resamples]);
        for (var time = 0; time < drawn.Length; )
        {
            Array.Clear(times);
            for (var draw = 0; draw < times.Length; draw++)
                times[random.Below(times.Length)]++;
            // Without a number of one sample there is no difference: drawn again.
            if (
                Quantile(first.Ascending, ofFirst, times, share) is { } one
                && Quantile(second.Ascending, ofSecond, times, share) is { } other
            )
                drawn[time++] = other - one;
        }
        Array.Sort(drawn);
        return new Interval(
            Quantiles.Of(second.Ascending, share) - Quantiles.Of(first.Ascending, share),
            Quantiles.Of(drawn, (1 - confidence) / 2),
            Quantiles.Of(drawn, (1 + confidence) / 2)
        );
    }

    /// <summary>The quantile of the drawn numbers, the lower one of two where it lies between them.</summary>
    private static double? Quantile(double[] ascending, int[] places, int[] times, double share)
    {
        long all = 0;
        foreach (var place in places)
            all += times[place];
        if (all == 0)
            return null;
        var (rank, seen, at) = ((long)(share * (all - 1)), 0L, -1);
        while (seen <= rank)
            seen += times[places[++at]];
        return ascending[at];
    }
}
