namespace IwTune.Shared.Charts;

/// <summary>One direction of a chart.</summary>
/// <param name="Label">What is counted: <c>Time since the request</c>.</param>
/// <param name="Unit">In what: <c>ms</c>; empty for a plain number.</param>
public sealed record Axis(string Label, string Unit)
{
    /// <summary>Where it begins; <see langword="null"/> for zero, or the least number when that is below.</summary>
    public double? From { get; init; }

    /// <summary>Where it ends at least; <see langword="null"/> for the greatest number.</summary>
    public double? To { get; init; }

    /// <summary>Equal distances are equal ratios. Numbers that are not above zero are not shown then.</summary>
    public bool Logarithmic { get; init; }

    /// <summary>Only whole numbers are marked: something counted.</summary>
    public bool Whole { get; init; }

    /// <summary>Label and unit, written beside it.</summary>
    public string Heading => Unit.Length == 0 ? Label : $"{Label} ({Unit})";
}
