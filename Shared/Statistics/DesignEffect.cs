using System.Runtime.InteropServices;

namespace IwTune.Shared.Statistics;

/// <summary>
/// How many times as large the variance of a difference between two arms is as with independent units (Kish 1965): with a design effect of
/// 3, 3,000 connections show as much as 1,000 independent ones. Never below 1.
/// </summary>
public static class DesignEffect
{
    /// <summary>Of a difference of two means, by linearization.</summary>
    /// <param name="clusters">Sums of each cluster.</param>
    /// <param name="firstVariance">Variance of one number of the first arm.</param>
    /// <param name="secondVariance">Variance of one number of the second arm.</param>
    /// <returns>1 when there are fewer than two clusters, or nothing varies.</returns>
    public static double Of(IReadOnlyCollection<ClusterSums> clusters, double firstVariance, double secondVariance)
    {
        double firstCount = 0,
            firstSum = 0,
            secondCount = 0,
            secondSum = 0;
        foreach (var one in clusters)
        {
            (firstCount, firstSum) = (firstCount + one.FirstCount, firstSum + one.FirstSum);
            (secondCount, secondSum) = (secondCount + one.SecondCount, secondSum + one.SecondSum);
        }
        if (clusters.Count < 2 || firstCount == 0 || secondCount == 0)
            return 1;
        double squares = 0;
        foreach (var one in clusters)
        {
            var off =
                (one.SecondSum - one.SecondCount * secondSum / secondCount) / secondCount
                - (one.FirstSum - one.FirstCount * firstSum / firstCount) / firstCount;
            squares += off * off;
        }
        var independent = firstVariance / firstCount + secondVariance / secondCount;
        return independent > 0 ? Math.Max(1, squares * clusters.Count / (clusters.Count - 1) / independent) : 1;
    }

    /// <summary>Of the order of two samples, which Mann and Whitney's test and Hodges and Lehmann's shift compare.</summary>
    /// <param name="first">At least one number.</param>
    /// <param name="second">At least one number.</param>
    public static double OfOrder(Clustered first, Clustered second)
    {
        var sums = new Dictionary<int, ClusterSums>();
        // Which share of the other sample is below each number.
        var (one, other) = (Below(first.Ascending, second.Ascending), Below(second.Ascending, first.Ascending));
        for (var at = 0; at < first.Count; at++)
            sums[first.Of[at]] = sums.GetValueOrDefault(first.Of[at]).With(one[at], second: false);
        for (var at = 0; at < second.Count; at++)
            sums[second.Of[at]] = sums.GetValueOrDefault(second.Of[at]).With(other[at], second: true);
        return Of(sums.Values, Variance(one), Variance(other));
    }

    private static double[] Below(double[] ascending, double[] other)
    {
        var shares = new double[ascending.Length];
        var (below, notAbove) = (0, 0);
        for (var at = 0; at < shares.Length; at++)
        {
            while (below < other.Length && other[below] < ascending[at])
                below++;
            while (notAbove < other.Length && other[notAbove] <= ascending[at])
                notAbove++;
            shares[at] = (below + notAbove) / (2.0 * other.Length);
        }
        return shares;
    }

    private static double Variance(double[] numbers)
    {
        var (mean, squares) = (numbers.Average(), 0.0);
        foreach (var number in numbers)
            squares += (number - mean) * (number - mean);
        return squares / numbers.Length;
    }
}

/// <summary>The numbers of one cluster, summed.</summary>
/// <param name="FirstCount">How many of the first arm.</param>
/// <param name="FirstSum">Their sum.</param>
/// <param name="SecondCount">How many of the second arm.</param>
/// <param name="SecondSum">Their sum.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct ClusterSums(long FirstCount, double FirstSum, long SecondCount, double SecondSum)
{
    /// <summary>With one more number.</summary>
    public ClusterSums With(double number, bool second) =>
        second
            ? this with
            {
                SecondCount = SecondCount + 1,
                SecondSum = SecondSum + number,
            }
            : this with
            {
                FirstCount = FirstCount + 1,
                FirstSum = FirstSum + number,
            };
}
