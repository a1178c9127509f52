using IwTune.Server.Console;
using IwTune.Shared.Charts;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Model.Recommending;
using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Recommendations.Pages;

/// <summary>What another window would do, by class of round-trip times, as a picture.</summary>
internal static class RoundTripCharts
{
    /// <summary>Marks that are compared stand beside each other, not on each other.</summary>
    private const double Apart = 1.07;

    /// <returns><see langword="null"/> when no class has enough connections.</returns>
    public static Chart? Times(WindowOutcome outcome, int current)
    {
        var told = outcome.Classes.Where(one => one.Figures is not null).Select(one => (one.Class, Figures: one.Figures!)).ToList();
        if (told.Count == 0)
            return null;
        var (usual, figures) = told.MaxBy(one => one.Class.Connections);
        var (now, then) = (Name(current), Name(outcome.Window));
        return new(
            "Time by round trip",
            $"At {usual.Name}, the class with most connections, half of the responses take {Ms(figures.P50Before)} or less with {now}"
                + $"{(outcome.Window == current ? "." : $", and {Ms(figures.P50After)} with {then}.")}",
            new Axis("Smallest round-trip time", "ms") { Logarithmic = true },
            new Axis("Time of a response", "ms"),
            outcome.Window == current
                ? [Marks($"p90, {now}", 1, one => one.P90Before), Marks($"median, {now}", 1, one => one.P50Before)]
                :
                [
                    Marks($"p90, {now}", 1 / Apart, one => one.P90Before),
                    Marks($"p90, {then}", Apart, one => one.P90After),
                    Marks($"median, {now}", 1 / Apart, one => one.P50Before),
                    Marks($"median, {then}", Apart, one => one.P50After),
                ]
        );

        Series Marks(string name, double shift, Func<RoundTripFigures, Interval> of) =>
            new(name, SeriesKind.Points, [.. told.Select(one => At(Middle(one.Class) * shift, of(one.Figures)))]);
    }

    private static Point At(double x, Interval of) => new(x, of.Estimate, of.Low, of.High);

    /// <summary>Where a class stands: the middle of its ratios, ms.</summary>
    private static double Middle(TrafficClass of) =>
        of switch
        {
            { FromMicroseconds: 0, BelowMicroseconds: { } below } => below / 2 / 1000.0,
            { FromMicroseconds: var from, BelowMicroseconds: { } below } => Math.Sqrt((double)from * below) / 1000,
            { FromMicroseconds: var from } => from * 1.4 / 1000,
        };

    private static string Name(int window) => $"{window} segments";

    private static string Ms(Interval of) => Quantities.Milliseconds((long)(of.Estimate * 1000));
}
