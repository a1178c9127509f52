using System.Globalization;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Charts;
using IwTune.Shared.Model;

namespace IwTune.Agent.Cli.Predicting;

/// <summary>What the receiver has over time, one line per window.</summary>
internal static class ForecastPlot
{
    // More points than a screen has columns are not visible.
    private const int MostPoints = 1000;

    public static Chart Of(Question question, List<PredictedRow> rows)
    {
        var (size, rtt) = (question.Sizes[0], question.Rtts[0]);
        var (unit, factor) =
            size >= 10_000_000 ? ("MB", 1e6)
            : size >= 10_000 ? ("kB", 1e3)
            : ("bytes", 1);
        var series = new List<Series>();
        foreach (var row in rows)
        {
            var transfer = question.Path with { SizeBytes = size, Rtt = rtt, InitCwnd = row.Iw };
            var ran = SlowStartSimulator.Run(
                transfer,
                question.Conditions is { } conditions ? ModelQuestion.Of(transfer, conditions) : null
            );
            var before = (ran.Total - ran.Fetch).TotalMilliseconds;
            series.Add(new Series($"IW {row.Iw} · {Text(row.Ms)} ms", SeriesKind.Steps, Points(ran, before, factor)));
        }
        return new Chart(
            $"{Quantity.OfBytes(size)} at {Text(rtt.TotalMilliseconds)} ms: what has arrived, by initial window",
            Sentence(rows, question),
            new Axis(question.Path.HandshakeRounds > 0 ? "Time since the SYN" : "Time since the request", "ms"),
            new Axis("Received", unit),
            series
        );
    }

    private static string Sentence(List<PredictedRow> rows, Question question)
    {
        var each = rows.Select(
            (row, i) => $"{Text(row.Ms)}{(i == 0 ? " ms" : "")} with {row.Iw}{(i == 0 ? row.Iw == 1 ? " segment" : " segments" : "")}"
        );
        return $"The response is complete after {string.Join(", ", each)}. {ForecastTable.Basis(question)}";
    }

    // Data that arrives at one moment is one step; of many moments close together the last one is kept.
    private static List<Point> Points(Simulation ran, double before, double factor)
    {
        var least = ran.Total.TotalMilliseconds / MostPoints;
        var points = new List<Point>();
        foreach (var (at, bytes) in ran.Received)
        {
            var point = new Point(at == TimeSpan.Zero ? 0 : before + at.TotalMilliseconds, bytes / factor);
            var start = points.Count < 2 ? double.NegativeInfinity : points[^2].X;
            if (points.Count > 1 && (points[^1].X == point.X || point.X - start < least))
                points[^1] = point;
            else
                points.Add(point);
        }
        return points;
    }

    private static string Text(double number) => number.ToString("#,0.#", CultureInfo.InvariantCulture);
}
