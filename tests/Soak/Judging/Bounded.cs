using static System.FormattableString;

namespace IwTune.Soak.Judging;

/// <summary>A series stays below a limit of the product's own at all times.</summary>
/// <param name="limit">In the series' unit.</param>
internal sealed class Bounded(double limit) : SeriesRule
{
    /// <inheritdoc/>
    public override string ToString() => "bounded";

    /// <inheritdoc/>
    protected override Judgement JudgeEnough(IReadOnlyList<Point> points)
    {
        var highest = points.Max(point => point.Value);
        return new(highest <= limit, Invariant($"at most {highest:0.##}, limit {limit:0.##}"));
    }
}
