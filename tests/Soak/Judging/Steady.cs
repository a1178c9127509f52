using IwTune.Shared.Statistics;
using static System.FormattableString;

namespace IwTune.Soak.Judging;

/// <summary>
/// A count stays: what it has in the quiet moments of the last third, its lower decile, is not above that of the second. Connections and
/// the threads of a pool come and go above it with the work. It may fall, as a pool does that has less to do than while its program
/// started.
/// </summary>
/// <param name="slack">By how much it may be above.</param>
internal sealed class Steady(double slack) : SeriesRule
{
    /// <inheritdoc/>
    public override string ToString() => "constant";

    /// <inheritdoc/>
    protected override Judgement JudgeEnough(IReadOnlyList<Point> points)
    {
        var change = Quiet(Thirds.Of(points, 2, 3)) - Quiet(Thirds.Of(points, 1, 2));
        return new(change <= slack, Invariant($"{change:+0.##;−0.##;0}, at most +{slack:0.##}"));
    }

    private static double Quiet(IReadOnlyList<Point> points) =>
        Quantiles.Of(Quantiles.Ascending([.. points.Select(point => point.Value)]), 0.1);
}
