using IwTune.Server.Console;
using IwTune.Shared.Charts;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Traffic.Pages;

/// <summary>Traffic as pictures.</summary>
internal static class TrafficCharts
{
    /// <summary>
    /// Slots of a distribution to a step of a picture: a doubling, so that all are equally wide where distances are ratios.
    /// </summary>
    private const int Slots = 2 * TrafficCell.Slots;

    /// <summary>More lines than this cannot be distinguished.</summary>
    private const int MostSeries = 4;

    /// <summary>Smallest round-trip times, by where the connections went.</summary>
    public static Chart RoundTrips(IReadOnlyList<TargetTrafficTime> targets, TrafficProfile all) =>
        new(
            "Round-trip times",
            $"Half of the connections have a round-trip time of at most {Milliseconds(all.MinRtt, 0.5)}, nine in ten of at most "
                + $"{Milliseconds(all.MinRtt, 0.9)}.",
            new Axis("Smallest round-trip time", "ms") { Logarithmic = true },
            new Axis("Connections", "%"),
            [
                .. targets
                    .Where(target => target.Time.Profile.MinRtt.Count > 0)
                    .Take(MostSeries)
                    .Select(target => new Series(
                        TrafficLook.Destination(target.TargetId),
                        SeriesKind.Steps,
                        Shares(target.Time.Profile.MinRtt)
                    )),
            ]
        );

    /// <summary>How much connections sent.</summary>
    public static Chart Sizes(TrafficProfile all) =>
        new(
            "Bytes sent by a connection",
            $"Half of the connections send at most {Bytes(all.Bytes, 0.5)}, nine in ten at most {Bytes(all.Bytes, 0.9)}.",
            new Axis("Data sent", "kB") { Logarithmic = true },
            new Axis("Connections", "%"),
            [new Series("connections", SeriesKind.Steps, Shares(all.Bytes))]
        );

    /// <summary>
    /// How long data was under way by size, at the round-trip time that most connections have, with what the model says of one response.
    /// </summary>
    /// <returns><see langword="null"/> when too few hosts report it.</returns>
    public static Chart? FetchTimes(TrafficProfile all, int initCwnd)
    {
        if (
            all
                .Cells.Where(cell => cell.BusyMicroseconds > 0)
                .GroupBy(cell => cell.MinRtt)
                .MaxBy(cells => cells.Sum(cell => cell.Connections))
            is not { } usual
        )
            return null;
        var rtt = TimeSpan.FromMicroseconds(TrafficCell.Middle(usual.Key));
        var seen = usual
            .OrderBy(cell => cell.Bytes)
            .Where(cell => TrafficCell.Middle(cell.Bytes) > 0)
            .Select(cell => new Point(TrafficCell.Middle(cell.Bytes) / 1000.0, cell.BusyMicroseconds / 1000.0 / cell.Connections))
            .ToList();
        if (seen.Count < 2)
            return null;
        var line = new List<Point>();
        for (var size = seen[0].X; size < seen[^1].X * 1.02; size *= 1.02)
            line.Add(new Point(size, SlowStart.Predict(Transfer(size, rtt, initCwnd, all.Mss ?? 1448)).Fetch.TotalMilliseconds));
        return new Chart(
            "Fetch time by size",
            $"At a round-trip time of about {Quantities.Milliseconds((long)rtt.TotalMicroseconds)}: transfer time of data "
                + $"and the model for {initCwnd} segments.",
            new Axis("Data sent", "kB") { Logarithmic = true },
            new Axis("Transfer time", "ms"),
            [new Series($"model, {initCwnd} segments", SeriesKind.Steps, line), new Series("mean seen", SeriesKind.Points, seen)]
        );
    }

    private static Transfer Transfer(double kilobytes, TimeSpan rtt, int initCwnd, int mss) =>
        new()
        {
            SizeBytes = Math.Max(1, (long)(kilobytes * 1000)),
            Rtt = rtt,
            InitCwnd = initCwnd,
            Mss = mss,
            HandshakeRounds = 0,
        };

    /// <summary>Percent in each doubling over thousands, from the first that holds something to the end of the last.</summary>
    private static List<Point> Shares(IReadOnlyDictionary<int, long> slots)
    {
        var counts = new SortedDictionary<int, long>();
        foreach (var (slot, count) in slots)
            counts[slot / Slots] = counts.GetValueOrDefault(slot / Slots) + count;
        var points = new List<Point>();
        if (counts.Count == 0)
            return points;
        double all = counts.Values.Sum();
        var (first, last) = (counts.Keys.First(), counts.Keys.Last());
        for (var step = first; step <= last; step++)
            points.Add(new Point(At(step), counts.GetValueOrDefault(step) / all * 100));
        points.Add(new Point(At(last + 1), 0));
        return points;

        static double At(int step) => Math.Max(0.5, Histogram.Least(step * Slots)) / 1000;
    }

    private static string Milliseconds(IReadOnlyDictionary<int, long> slots, double share) =>
        Histogram.Of(slots)?.Percentile(share) is { } told ? Quantities.Milliseconds(told) : "–";

    private static string Bytes(IReadOnlyDictionary<int, long> slots, double share) =>
        Histogram.Of(slots)?.Percentile(share) is { } told ? Quantities.Bytes(told) : "–";
}
