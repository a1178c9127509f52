using static System.FormattableString;

namespace IwTune.Soak.Judging;

/// <summary>No rule: a series that grows by design, shown so that its growth is known.</summary>
internal sealed class Shown : SeriesRule
{
    /// <inheritdoc/>
    public override string ToString() => "–";

    /// <inheritdoc/>
    protected override Judgement JudgeEnough(IReadOnlyList<Point> points) =>
        new(true, Invariant($"{points[^1].Value - Thirds.Of(points, 1, 3)[0].Value:+0.00;−0.00;0.00}"));
}
