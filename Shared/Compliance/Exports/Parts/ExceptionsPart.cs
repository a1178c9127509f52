namespace IwTune.Shared.Compliance.Exports.Parts;

/// <summary>The exceptions that were in force or ended in the period.</summary>
public static class ExceptionsPart
{
    private static readonly string[] First =
    [
        "id",
        "selector",
        "reason",
        "ticket",
        "author",
        "created_utc",
        "until_utc",
        "ended_utc",
        "ended_by",
        "ended_reason",
    ];

    private static readonly string[] Former = [.. First, "approved_by", "approved_utc"];

    /// <summary>As CSV.</summary>
    public static ExportPart Part { get; } =
        new(ExportNames.Exceptions, "exceptions of the period: hosts, author, reason, approval, end")
        {
            // hosts: the names of those that the selector has by id; otherwise empty.
            Columns = [.. Former, "hosts"],
            FormerColumns = [Former, First],
            Required = true,
            Check = Check,
        };

    private static void Check(ExportReading reading)
    {
        using var table = reading.Table(Part);
        while (!reading.Full && table.Next() is { } cells)
        {
            if (cells.Count != table.Columns)
                table.Problem("has more or fewer cells than columns");
        }
        table.Finish();
    }
}
