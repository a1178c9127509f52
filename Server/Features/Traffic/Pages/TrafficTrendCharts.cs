using IwTune.Server.Console;
using IwTune.Shared.Charts;
using IwTune.Shared.Model;
using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Traffic.Pages;

/// <summary>First flights of the fleet over days, as pictures.</summary>
internal static class TrafficTrendCharts
{
    /// <returns><see langword="null"/> when no first flight could be judged.</returns>
    public static Chart? Loss(TrafficTrend trend, int days)
    {
        var judged = trend.Days.Where(day => day.Judged > 0).ToList();
        if (judged.Count == 0)
            return null;
        var (lost, of) = (judged.Sum(day => day.Lost), judged.Sum(day => day.Judged));
        return new(
            "First flights with a loss",
            $"{TrafficLook.Share(lost, of, "")} first flights of {Quantities.Of(days, "day")} had a loss"
                + (judged.Count > 1 ? $"; on the last of them {TrafficLook.Share(judged[^1].Lost, judged[^1].Judged, "")}." : "."),
            Days(days),
            new("With a loss, 95 % interval", "%"),
            [new("loss", SeriesKind.Points, [.. judged.Select(Share)])]
        );
    }

    /// <summary>The class of size and distance that most connections are of: a mean over all would follow their mixture.</summary>
    /// <returns><see langword="null"/> when no host reports fetch times.</returns>
    public static Chart? Fetch(TrafficTrend trend, int days)
    {
        var all = FetchTimes.Sum([.. trend.Days.Select(day => day.Fetch)]);
        if (all.MaxBy(times => times.Microseconds.Values.Sum()) is not { } usual)
            return null;
        var told = new List<(int DaysAgo, double Half, double Most)>();
        foreach (var day in trend.Days)
        {
            if (
                day.Fetch.FirstOrDefault(times => (times.Size, times.Rtt) == (usual.Size, usual.Rtt)) is { } times
                && Histogram.Of(times.Microseconds) is { Count: > 0 } histogram
            )
                told.Add((day.DaysAgo, histogram.Percentile(0.5)!.Value / 1000.0, histogram.Percentile(0.9)!.Value / 1000.0));
        }
        return new(
            "Fetch time",
            $"{usual.Name}, the most frequent class: half of the fetches took at most {Milliseconds(told[0].Half)} {When(told[0].DaysAgo)}"
                + (told.Count > 1 ? $", {Milliseconds(told[^1].Half)} {When(told[^1].DaysAgo)}." : "."),
            Days(days),
            new("Fetch time", "ms"),
            [
                new("nine in ten", SeriesKind.Line, [.. told.Select(day => new Point(-day.DaysAgo, day.Most))]),
                new("half", SeriesKind.Line, [.. told.Select(day => new Point(-day.DaysAgo, day.Half))]),
            ]
        );
    }

    private static Axis Days(int days) => new("Days before today", "d") { From = 1 - days, To = 0 };

    private static Point Share(TrafficDay day)
    {
        var share = Proportion.Wilson(day.Lost, day.Judged);
        return new(-day.DaysAgo, share.Estimate * 100, share.Low * 100, share.High * 100);
    }

    private static string When(int daysAgo) =>
        daysAgo switch
        {
            0 => "today",
            1 => "yesterday",
            _ => $"{daysAgo} days ago",
        };

    private static string Milliseconds(double ms) => Quantities.Milliseconds((long)(ms * 1000));
}
