namespace IwTune.Shared.Charts;

/// <summary>A number for every pair of two small sets. <see cref="SvgHeatMap"/> draws it.</summary>
/// <param name="Title">What is shown, a few words.</param>
/// <param name="Sentence">What the map shows, as one sentence for readers who cannot see it.</param>
/// <param name="X">What the columns are.</param>
/// <param name="Y">What the rows are.</param>
/// <param name="Value">What a cell holds.</param>
/// <param name="Columns">What stands under each column, from the left.</param>
/// <param name="Rows">What stands beside each row, from the top.</param>
/// <param name="Cells">By row, then by column; <see langword="null"/> where nothing is known.</param>
public sealed record HeatMap(
    string Title,
    string Sentence,
    Axis X,
    Axis Y,
    Axis Value,
    IReadOnlyList<string> Columns,
    IReadOnlyList<string> Rows,
    IReadOnlyList<IReadOnlyList<double?>> Cells
);
