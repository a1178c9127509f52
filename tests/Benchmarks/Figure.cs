using IwTune.Benchmarks.Measuring;

namespace IwTune.Benchmarks;

/// <summary>One row: our measurement, the comparison, and whether the goal was met.</summary>
/// <param name="What">What was measured, in words.</param>
/// <param name="Ours">The product's figure.</param>
/// <param name="BesideName">The name of the compared program; empty when there is none.</param>
/// <param name="Beside">Its figure in the same run; <see langword="null"/> when there is none.</param>
/// <param name="Goal">The goal, in words; empty when there is none.</param>
/// <param name="Met">Whether it was met; <see langword="null"/> when there is no goal or it could not be judged.</param>
internal sealed record Figure(string What, Sample Ours, string BesideName = "", Sample? Beside = null, string Goal = "", bool? Met = null)
{
    /// <summary>Notes for the reader, as sentences.</summary>
    public string Note { get; init; } = "";

    /// <summary>Ours over the other's, medians; <see langword="null"/> when there is nothing to divide by.</summary>
    public double? Ratio => Beside is { Median: > 0 } beside ? Ours.Median / beside.Median : null;
}
