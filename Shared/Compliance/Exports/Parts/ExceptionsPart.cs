namespace IwTune.Shared.Compliance.Exports.Parts;

/// <summary>The exceptions that were in force or ended in the period.</summary>
public static class ExceptionsPart
{
    /// <summary>As CSV.</summary>
    public static ExportPart Part { get; } =
        new(ExportNames.Exceptions, "exceptions of the period: author, reason, end")
        {
            Columns =
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
                "approved_by",
                "approved_utc",
            ],
            FirstColumns = 10,
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
