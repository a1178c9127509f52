using IwTune.Shared.Statistics;

namespace IwTune.Soak.Judging;

/// <summary>
/// The slope of a series: the median of the slopes of all pairs of points (Theil 1950, Sen 1968). A fifth of the points may be arbitrarily
/// wrong without moving it far. The interval inverts Kendall's test of trend in its normal approximation, so that "the interval lies above
/// zero" and "Kendall and Mann find an upward trend" are the same statement.
/// </summary>
internal static class TheilSen
{
    /// <param name="points">At least two, at different times.</param>
    /// <param name="confidence">Above 0 and below 1.</param>
    /// <returns>Units per second.</returns>
    public static Interval Slope(IReadOnlyList<Point> points, double confidence)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(points.Count, 2, nameof(points));
        var slopes = Quantiles.Ascending([
            .. points.SelectMany((one, at) => points.Skip(at + 1).Select(other => (other.Value - one.Value) / (other.At - one.At))),
        ]);
        double count = points.Count;
        var spread = Math.Sqrt(count * (count - 1) * (2 * count + 5) / 18);
        var margin = Normal.Quantile((1 + confidence) / 2) * spread;
        var low = Math.Clamp((int)Math.Floor((slopes.Length - margin) / 2), 0, slopes.Length - 1);
        return new(Quantiles.Of(slopes, 0.5), slopes[low], slopes[slopes.Length - 1 - low]);
    }
}
