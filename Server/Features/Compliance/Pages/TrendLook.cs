using IwTune.Server.Console;
using IwTune.Shared.Charts;
using IwTune.Shared.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Compliance.Pages;

/// <summary>
/// A trend as a drawing: what is not compliant, over time. A fleet that is as it should be would only be a line at the top.
/// </summary>
internal static class TrendLook
{
    private const int MostSeries = 4;

    public static Chart Chart(ComplianceTrend trend)
    {
        var verdicts = trend
            .Points.SelectMany(point => point.States.Keys)
            .Where(verdict => verdict != Verdict.Compliant)
            .Distinct()
            .OrderByDescending(verdict => trend.Points.Max(point => point.States.GetValueOrDefault(verdict)))
            .ThenBy(verdict => verdict)
            .Take(MostSeries);
        var days = (trend.To - trend.From).TotalDays;
        var (unit, size) = days <= 2 ? ("h", TimeSpan.FromHours(1)) : ("d", TimeSpan.FromDays(1));
        return new(
            "Hosts that are not compliant",
            Sentence(trend),
            new("Time before the end", unit) { From = -Math.Round((trend.To - trend.From) / size, 3), To = 0 },
            new("Hosts", ""),
            [
                .. verdicts.Select(verdict => new Series(
                    VerdictLook.Of(verdict).Word,
                    SeriesKind.Steps,
                    [
                        .. trend.Points.Select(point => new Point(
                            Math.Round((point.At - trend.To) / size, 3),
                            point.States.GetValueOrDefault(verdict)
                        )),
                    ]
                )),
            ]
        );
    }

    private static string Sentence(ComplianceTrend trend)
    {
        var (first, last) = (trend.Points[0], trend.Points[^1]);
        return $"From {Moments.Absolute(first.At)} to {Moments.Absolute(last.At)}: compliant {Share(first)} at the start and "
            + $"{Share(last)} at the end.";
    }

    private static string Share(ComplianceTrendPoint point) =>
        $"{Quantities.Count(point.States.GetValueOrDefault(Verdict.Compliant))} of {Quantities.Of(point.Hosts, "host")}";
}
