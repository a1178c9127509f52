namespace IwTune.Shared.Charts;

/// <summary>A few numbers on one scale, with the limit that they are compared with. Plain data: <see cref="SvgGauge"/> draws it.</summary>
/// <param name="Title">What is shown, a few words.</param>
/// <param name="Sentence">What the gauge shows, as one sentence for readers who cannot see it.</param>
/// <param name="Scale">The scale; its unit stands beside it.</param>
/// <param name="Marks">Each on its own line, the most important one first.</param>
public sealed record Gauge(string Title, string Sentence, Axis Scale, IReadOnlyList<GaugeMark> Marks)
{
    /// <summary>The limit.</summary>
    public GaugeLimit? Limit { get; init; }
}

/// <summary>A number of a gauge.</summary>
/// <param name="Name">What is written before it, a word.</param>
/// <param name="Value">Where its mark is.</param>
/// <param name="Text">The number with its unit.</param>
/// <param name="Low">Lower end of its interval; <see langword="null"/> for none.</param>
/// <param name="High">Upper end of its interval.</param>
public sealed record GaugeMark(string Name, double Value, string Text, double? Low = null, double? High = null);

/// <summary>The limit of a gauge.</summary>
/// <param name="Value">Where it is.</param>
/// <param name="Text">The words at it: <c>at most 2 points</c>.</param>
/// <param name="Below">Whether the numbers below it are the wrong ones; those above it otherwise.</param>
public sealed record GaugeLimit(double Value, string Text, bool Below = false);
