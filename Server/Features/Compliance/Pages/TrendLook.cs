using IwTune.Server.Console;
using IwTune.Shared.Charts;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance.Pages;

/// <summary>
/// A trend as a drawing: what is not compliant, over time. A fleet that is as it should be would only be a line at the top.
/// </summary>
internal static class TrendLook
{
    private const int MostSeries = 4;

    /// <param name="trend">What to draw.</param>
    /// <param name="whole">It is of the whole fleet: then it begins with the first host.</param>
    public static Chart Chart(ComplianceTrend trend, bool whole)
    {
        var verdicts = trend
            .Points.SelectMany(point => point.States.Keys)
            .Where(verdict => verdict != Verdict.Compliant)
            .Distinct()
            .OrderByDescending(verdict => trend.Points.Max(point => point.States.GetValueOrDefault(verdict)))
            .ThenBy(verdict => verdict)
            .Take(MostSeries);
        return Draw(
            trend,
            "Hosts that are not compliant",
            Sentence(trend),
            whole,
            verdicts.Select(verdict =>
                (VerdictLook.Of(verdict).Word, (Func<ComplianceTrendPoint, long>)(point => point.States.GetValueOrDefault(verdict)))
            )
        );
    }

    /// <summary>How many hosts needed attention.</summary>
    public static Chart Attention(ComplianceTrend trend)
    {
        var (first, last) = (FleetHealth.Attention(trend.Points[0].States), FleetHealth.Attention(trend.Points[^1].States));
        var days = Quantities.Of((long)Math.Round((trend.To - trend.From).TotalDays), "day");
        return Draw(
            trend,
            "Hosts that need attention",
            trend.Points[0].Hosts == 0
                ? $"{Quantities.Of(last, "host")} now: Error, Drifted or Stale. {days} ago the fleet had no hosts."
                : $"{Quantities.Of(first, "host")} {days} ago, {Quantities.Count(last)} now: Error, Drifted or Stale.",
            whole: true,
            [("Hosts", point => FleetHealth.Attention(point.States))]
        );
    }

    /// <summary>In place of a chart without lines.</summary>
    /// <param name="trend">What would be drawn.</param>
    /// <param name="whole">It is of the whole fleet, and not only of hosts that match.</param>
    public static string Nothing(ComplianceTrend trend, bool whole = true)
    {
        if (trend.Points.Count == 0)
            return "Retention has deleted the records of this time.";
        if (trend.Points.All(point => point.Hosts == 0))
            return whole ? "The fleet had no hosts in this time." : "No host matched in this time.";
        var without = trend.Points.Max(point => point.WithoutPolicy);
        return (
                trend.Gaps.Count > 0 ? "All hosts were compliant whenever the server evaluated them" : "All hosts were compliant throughout"
            ) + (without > 0 ? $", at most {Quantities.Count(without)} of them without a policy." : ".");
    }

    /// <summary>A span in which the server evaluated no host.</summary>
    /// <param name="gap">The span.</param>
    /// <param name="trend">What it is a part of.</param>
    /// <param name="whole">As for <see cref="Nothing"/>.</param>
    public static string Gap(ComplianceGap gap, ComplianceTrend trend, bool whole = true)
    {
        var until = gap.To is { } to ? Moments.Absolute(to) : "now";
        return gap.From <= trend.From && trend.Points[0].Hosts == 0
            ? $"{(whole ? "The fleet had no hosts" : "No host matched")} at the start, and the server evaluated none until {until}."
            : $"The server did not evaluate hosts from {Moments.Absolute(gap.From)} until {until}; the lines keep their last value there.";
    }

    private static Chart Draw(
        ComplianceTrend trend,
        string title,
        string sentence,
        bool whole,
        IEnumerable<(string Name, Func<ComplianceTrendPoint, long> Hosts)> series
    )
    {
        var (unit, size) = (trend.To - trend.From).TotalDays <= 2 ? ("h", TimeSpan.FromHours(1)) : ("d", TimeSpan.FromDays(1));
        return new(
            title,
            sentence,
            new("Time before the end", unit) { From = -Math.Round((trend.To - trend.From) / size, 3), To = 0 },
            new("Hosts", "") { Whole = true },
            [
                .. series.Select(one => new Series(
                    one.Name,
                    SeriesKind.Steps,
                    [
                        .. trend.Points.Select(point => new Point(
                            Math.Round((point.At - trend.To) / size, 3),
                            // While there was no host there was nothing to count.
                            whole && point.Hosts == 0
                                ? double.NaN
                                : one.Hosts(point)
                        )),
                    ]
                )),
            ]
        );
    }

    private static string Sentence(ComplianceTrend trend)
    {
        var (first, last) = (trend.Points[0], trend.Points[^1]);
        return $"From {Moments.Absolute(first.At)} to {Moments.Absolute(last.At)}: {Share(first)} at the start, {Share(last)} at the end.";
    }

    private static string Share(ComplianceTrendPoint point) =>
        point.Hosts == 0
            ? "no host"
            : $"{Quantities.Count(VerdictWords.Compliant(point.States))} of {Quantities.Of(point.Hosts, "host")} compliant"
                + (point.WithoutPolicy > 0 ? $" ({Quantities.Count(point.WithoutPolicy)} of them without a policy)" : "");
}
