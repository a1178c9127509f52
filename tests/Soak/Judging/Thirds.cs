using IwTune.Shared.Statistics;

namespace IwTune.Soak.Judging;

/// <summary>A series cut by time. The first third is warm-up: caches fill and code is compiled.</summary>
internal static class Thirds
{
    /// <summary>From one third of the time to another: 1 to 3 is all but the first.</summary>
    public static IReadOnlyList<Point> Of(IReadOnlyList<Point> points, int from, int to)
    {
        var (first, length) = (points[0].At, points[^1].At - points[0].At);
        var (begin, end) = (first + length * from / 3, to == 3 ? double.MaxValue : first + length * to / 3);
        return [.. points.Where(point => point.At >= begin && point.At < end)];
    }

    /// <summary>The median of each of so many equal spans; a span without a reading is left out.</summary>
    public static IReadOnlyList<Point> Medians(IReadOnlyList<Point> points, int spans)
    {
        var (first, length) = (points[0].At, points[^1].At - points[0].At);
        return
        [
            .. points
                .GroupBy(point => length == 0 ? 0 : Math.Min(spans - 1, (int)((point.At - first) / length * spans)))
                .Select(span => new Point(span.Average(point => point.At), Median([.. span]))),
        ];
    }

    /// <summary>The median of all of them.</summary>
    public static double Median(IReadOnlyList<Point> points) => Quantiles.Median([.. points.Select(point => point.Value)]);
}
