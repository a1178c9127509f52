namespace IwTune.Shared.Compliance.Exports.Formats.Workbook;

/// <summary>A sheet of a workbook.</summary>
/// <param name="Name">What its tab shows.</param>
/// <param name="Columns">
/// The heads, as in the CSV of the same rows. A name that ends in <c>_utc</c> has times, <c>revision</c> has numbers, others have text.
/// </param>
public sealed record WorkbookSheet(string Name, IReadOnlyList<string> Columns)
{
    /// <summary>The cell of a column; empty text is an empty cell.</summary>
    internal WorkbookCell Cell(int column, string text) =>
        text.Length == 0 ? default
        : Columns[column].EndsWith("_utc", StringComparison.Ordinal) ? WorkbookCell.Instant(text)
        : Columns[column] == "revision" ? WorkbookCell.Number(text)
        : WorkbookCell.Of(text);

    /// <summary>In characters.</summary>
    internal int Width(int column) =>
        Columns[column] switch
        {
            "reason" or "value" or "exception" or "requirement" or "clauses" or "correction" => 70,
            "labels" or "ended_reason" or "hosts" => 40,
            "id" or "digest" => 38,
            "host" or "item" or "selector" or "kernel" or "title" => 28,
            var name when name.EndsWith("_utc", StringComparison.Ordinal) => 20,
            _ => 14,
        };
}
