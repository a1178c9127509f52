namespace IwTune.Shared.Charts;

/// <summary>
/// Numbers over numbers, as a person should see them. Plain data: <see cref="SvgChart"/> draws it, a table can hold the same.
/// </summary>
/// <param name="Title">What is shown, a few words.</param>
/// <param name="Sentence">What the chart shows, as one sentence for readers who cannot see it.</param>
/// <param name="X">The axis to the right.</param>
/// <param name="Y">The axis upwards.</param>
/// <param name="Series">What is drawn, the most important one first.</param>
public sealed record Chart(string Title, string Sentence, Axis X, Axis Y, IReadOnlyList<Series> Series);
