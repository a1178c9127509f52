using IwTune.Shared.Compliance.Exports.Parts;

namespace IwTune.Shared.Compliance.Exports.Formats.Workbook;

/// <summary>The whole export as a workbook.</summary>
public static class WorkbookPart
{
    /// <summary>As Office Open XML (ECMA-376).</summary>
    public static ExportPart Part { get; } =
        new("compliance.xlsx", "summary, controls, hosts, exceptions and changes as a workbook") { Optional = true, Check = Check };

    private static void Check(ExportReading reading) =>
        MadeAgain.Check(
            reading,
            Part,
            open =>
            {
                var workbook = new ReportWorkbook(open, reading.Manifest, reading.Catalog);
                workbook.Summary();
                workbook.Begin(workbook.Hosts);
                reading.EachHost(workbook.Host);
                workbook.Begin(workbook.Exceptions);
                reading.EachException(workbook.Exception);
                Changes(reading, workbook);
                workbook.Finish();
            }
        );

    private static void Changes(ExportReading reading, ReportWorkbook workbook)
    {
        using var changes = reading.Lines(ChangesPart.Part, ExportJson.Default.ComplianceChange);
        workbook.Begin(workbook.Changes);
        while (changes.Next() is { } change)
            workbook.Change(change);
    }
}
