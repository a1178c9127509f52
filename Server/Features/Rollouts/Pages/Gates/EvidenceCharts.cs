using IwTune.Shared.Charts;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Formatting;
using IwTune.Shared.Rollouts;

namespace IwTune.Server.Features.Rollouts.Pages.Gates;

/// <summary>
/// How the figures of a gate came to its verdict. Only evaluations that took place are drawn: each holds until the next one, and the line
/// breaks where there was none for long.
/// </summary>
internal static class EvidenceCharts
{
    private static readonly TimeSpan ShortestGap = TimeSpan.FromMinutes(2);

    private sealed record Step(DateTimeOffset At, GateVerdict Verdict, GateFigure Figure);

    private readonly record struct Clock(DateTimeOffset Since, double Seconds, string Unit)
    {
        public double Of(DateTimeOffset at) => (at - Since).TotalSeconds / Seconds;
    }

    /// <summary>Charts of the inputs that compare connections, the one that decided the gate first.</summary>
    /// <param name="ring">The ring.</param>
    /// <param name="points">Its evaluations, the oldest first.</param>
    public static IReadOnlyList<Chart> Of(RolloutRing ring, IReadOnlyList<GatePoint> points)
    {
        if (points.Count < 2 || ring.Gate is not { } gate)
            return [];
        var clock = ClockOf(ring.Since ?? points[0].At, points[^1].At);
        var charts = new List<Chart>();
        foreach (var name in Names(gate, points))
        {
            var figures = points.SelectMany(point =>
                point.Inputs.Where(input => input.Name == name).SelectMany(input => GateFigure.Of(input).Select(one => (point, one)))
            );
            foreach (var same in figures.GroupBy(one => one.one.Name, StringComparer.Ordinal))
            {
                List<Step> steps = [.. same.Select(one => new Step(one.point.At, one.point.Verdict, one.one))];
                // A share of connections without a limit of its own decides nothing.
                if (steps.Count > 1 && steps[^1].Figure.Threshold is not null)
                    charts.Add(Of(name, steps, points, clock));
            }
        }
        return charts;
    }

    private static IEnumerable<string> Names(RolloutGate gate, IReadOnlyList<GatePoint> points)
    {
        var compared = points.SelectMany(point => point.Inputs).Select(input => input.Name).Distinct(StringComparer.Ordinal).ToList();
        return compared.OrderBy(name => gate.Inputs.FirstOrDefault(input => input.Name == name)?.Verdict == gate.Verdict ? 0 : 1);
    }

    private static Chart Of(string input, List<Step> steps, IReadOnlyList<GatePoint> points, Clock clock)
    {
        var last = steps[^1].Figure;
        var title = GatePictures.Title(last.IsMeasure ? $"{input}: {last.Name}" : input);
        var series = new List<Series>
        {
            new(last.IsMeasure ? last.Name : "ring", SeriesKind.Steps, Line(steps, clock, one => one.Value)),
            new(GatePictures.Limit(last), SeriesKind.Steps, Line(steps, clock, one => one.Threshold)),
        };
        if (last.Due is not null)
            series.Add(new("due", SeriesKind.Steps, Line(steps, clock, one => one.Due)));
        if (steps.Exists(step => step.Figure.Low is not null))
        {
            series.Add(new("interval from", SeriesKind.Steps, Line(steps, clock, one => one.Low)));
            series.Add(new("interval to", SeriesKind.Steps, Line(steps, clock, one => one.High)));
        }
        foreach (var turn in Turns(points))
        {
            if (steps.FindLast(step => step.At == turn.At) is { } there)
                series.Add(
                    new(
                        $"{RolloutWords.Of(turn.Verdict)}, {turn.At.UtcDateTime:HH:mm:ss} UTC",
                        SeriesKind.Points,
                        [new(clock.Of(turn.At), GatePictures.Scaled(there.Figure.Value, there.Figure) ?? double.NaN)]
                    )
                );
        }
        return new(
            title,
            Sentence(title, steps, points, clock),
            new("Time since the ring began", clock.Unit) { To = clock.Of(points[^1].At) },
            AxisOf(last),
            series
        );
    }

    private static List<Point> Line(List<Step> steps, Clock clock, Func<GateFigure, double?> of)
    {
        var most = TimeSpan.FromTicks(Math.Max(ShortestGap.Ticks, (steps[^1].At - steps[0].At).Ticks / 6));
        var line = new List<Point>(steps.Count);
        for (var i = 0; i < steps.Count; i++)
        {
            if (i > 0 && steps[i].At - steps[i - 1].At > most)
                line.Add(new(double.NaN, double.NaN));
            line.Add(new(clock.Of(steps[i].At), GatePictures.Scaled(of(steps[i].Figure), steps[i].Figure) ?? double.NaN));
        }
        return line;
    }

    /// <summary>Where the gate came to a verdict.</summary>
    private static IEnumerable<GatePoint> Turns(IReadOnlyList<GatePoint> points)
    {
        for (var i = 0; i < points.Count; i++)
        {
            if (points[i].Verdict != GateVerdict.Inconclusive && (i == 0 || points[i - 1].Verdict != points[i].Verdict))
                yield return points[i];
        }
    }

    private static string Sentence(string title, List<Step> steps, IReadOnlyList<GatePoint> points, Clock clock)
    {
        var last = steps[^1];
        var verdict = points[^1].Verdict switch
        {
            GateVerdict.Pass => "the ring passed",
            GateVerdict.Fail => "the ring failed",
            _ => "no verdict yet",
        };
        return Invariant.Text(
            $"{title}: {RolloutWords.Figure(steps[0].Figure.Value, last.Figure.Unit)} after {clock.Of(steps[0].At):0.#} {clock.Unit}, "
                + $"{RolloutWords.Figure(last.Figure.Value, last.Figure.Unit)} after {clock.Of(last.At):0.#} {clock.Unit}; "
                + $"{GatePictures.Limit(last.Figure)}. At the last evaluation: {verdict}."
        );
    }

    private static Clock ClockOf(DateTimeOffset since, DateTimeOffset until) =>
        (until - since).TotalMinutes switch
        {
            < 5 => new(since, 1, "s"),
            < 300 => new(since, 60, "min"),
            _ => new(since, 3600, "h"),
        };

    private static Axis AxisOf(GateFigure figure) =>
        figure.Unit switch
        {
            "share" => new("Share", "%"),
            "points" => new("Rise", "percentage points"),
            "" => new("Evidence", "likelihood ratio") { Logarithmic = true, From = 1 },
            _ => new("Time", figure.Unit),
        };
}
