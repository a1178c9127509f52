namespace IwTune.Shared.Statistics;

/// <summary>
/// Quantiles of a sample: linear between order statistics, what R calls type 7 and spreadsheets PERCENTILE (Hyndman and Fan 1996).
/// </summary>
public static class Quantiles
{
    /// <param name="ascending">At least one number, in ascending order.</param>
    /// <param name="share">0 to 1: 0.5 is the median.</param>
    public static double Of(ReadOnlySpan<double> ascending, double share)
    {
        Check(ascending.Length, share);
        var place = share * (ascending.Length - 1);
        var below = (int)place;
        var above = Math.Min(below + 1, ascending.Length - 1);
        return ascending[below] + (place - below) * (ascending[above] - ascending[below]);
    }

    /// <summary>The middle of numbers in any order.</summary>
    /// <param name="sample">At least one number.</param>
    public static double Median(IReadOnlyCollection<double> sample) => Of(Ascending(sample), 0.5);

    /// <summary>A copy in ascending order.</summary>
    public static double[] Ascending(IReadOnlyCollection<double> sample)
    {
        var sorted = new double[sample.Count];
        var at = 0;
        foreach (var number in sample)
            sorted[at++] = number;
        Array.Sort(sorted);
        return sorted;
    }

    /// <summary>The quantile of a resample, given how often each of the ascending numbers is in it.</summary>
    internal static double OfResample(ReadOnlySpan<double> ascending, ReadOnlySpan<int> times, double share)
    {
        var place = share * (ascending.Length - 1);
        var below = (int)place;
        var (seen, at) = (0, -1);
        while (seen <= below)
            seen += times[++at];
        var first = ascending[at];
        var next = below + 1;
        while (seen <= next && at < ascending.Length - 1)
            seen += times[++at];
        return place > below ? first + (place - below) * (ascending[at] - first) : first;
    }

    private static void Check(int count, double share)
    {
        ArgumentOutOfRangeException.ThrowIfZero(count);
        if (share is not (>= 0 and <= 1))
            throw new ArgumentOutOfRangeException(nameof(share), share, "a share of 0 to 1 is needed");
    }
}
