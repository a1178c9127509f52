using IwTune.Shared.Charts;

namespace IwTune.Server.Console.Components;

/// <summary>A chart as a table: what stands on the x axis, and each series there.</summary>
internal static class ChartRows
{
    /// <summary>
    /// A line drawn from more points than this shows its form, not its numbers: its values are listed where other series have points.
    /// </summary>
    private const int Most = 60;

    public static IReadOnlyList<(string X, IReadOnlyList<string> Ys)> Of(Chart chart)
    {
        var places = chart
            .Series.Where(series => series.Points.Count <= Most || chart.Series.Count == 1)
            .SelectMany(series => series.Points)
            .Select(point => point.X)
            .Where(double.IsFinite)
            .Distinct()
            .Order();
        return [.. places.Select(x => (Figure(x), (IReadOnlyList<string>)[.. chart.Series.Select(series => At(series, x))]))];
    }

    private static string At(Series series, double x)
    {
        var last = (Point?)null;
        foreach (var point in series.Points)
        {
            if (point.X <= x && (series.Kind == SeriesKind.Steps || point.X == x))
                last = point;
        }
        return last is { } found && double.IsFinite(found.Y) ? Figure(found.Y) : "–";
    }

    private static string Figure(double value) =>
        value switch
        {
            0 => "0",
            < 0.1 and > -0.1 => value.ToString("0.###"),
            < 100 and > -100 => value.ToString("0.#"),
            _ => value.ToString("N0"),
        };
}
