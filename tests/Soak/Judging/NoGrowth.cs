using IwTune.Shared.Statistics;
using static System.FormattableString;

namespace IwTune.Soak.Judging;

/// <summary>
/// A series does not grow. It grows when three things are true: the 99 % interval of the slope of the last two thirds lies above zero; so
/// does the 95 % interval of the slope of the last third alone; and the lower end of the first interval is more than what memory does
/// anyway. The second removes what fills up and then stays, the third what is measurable and means nothing.
/// </summary>
/// <param name="noise">How much more is no growth, in the series' unit.</param>
internal sealed class NoGrowth(double noise) : SeriesRule
{
    private const double Confidence = 0.99,
        ConfidenceOfLast = 0.95;

    /// <summary>
    /// Readings a second apart are not independent: a collection of garbage lasts, and what it freed is used up step by step. The medians
    /// of spans of a run are nearly so.
    /// </summary>
    private const int SpansOfThird = 12;

    /// <inheritdoc/>
    public override string ToString() => "no growth";

    /// <inheritdoc/>
    protected override Judgement JudgeEnough(IReadOnlyList<Point> points)
    {
        var (judged, last) = (Slope(points, 1, Confidence), Slope(points, 2, ConfidenceOfLast));
        var time = points[^1].At - Thirds.Of(points, 1, 3)[0].At;
        var grows = judged.Low > 0 && last.Low > 0 && judged.Low * time > noise;
        return new(!grows, Invariant($"{Change(judged.Estimate * time)} ({Change(judged.Low * time)} to {Change(judged.High * time)})"));
    }

    private static Interval Slope(IReadOnlyList<Point> points, int from, double confidence) =>
        TheilSen.Slope(Thirds.Medians(Thirds.Of(points, from, 3), SpansOfThird * (3 - from)), confidence);

    private static string Change(double value) => Invariant($"{value:+0.00;−0.00;0.00}");
}
