using IwTune.Soak.Judging;

namespace IwTune.Soak.Sampling;

/// <summary>One figure over time, with what it must do.</summary>
/// <param name="Name">For people.</param>
/// <param name="Unit">Empty for a count.</param>
/// <param name="Rule">What it must do.</param>
/// <param name="Read">Reads it now.</param>
internal sealed record SampledSeries(string Name, string Unit, SeriesRule Rule, Func<double> Read)
{
    private readonly List<Point> points = [];

    /// <summary>The readings.</summary>
    public IReadOnlyList<Point> Points => points;

    /// <summary>Takes a reading.</summary>
    public void Sample(double at) => points.Add(new(at, Read()));
}
