using IwTune.Shared.Compliance.Exports.Parts;

namespace IwTune.Shared.Compliance.Exports.Formats.Workbook;

/// <summary>The whole export as a workbook.</summary>
public static class WorkbookPart
{
    // The packed workbook is in memory while it is compared.
    private const int Most = 256 << 20;

    /// <summary>As Office Open XML (ECMA-376).</summary>
    public static ExportPart Part { get; } =
        new("compliance.xlsx", "summary, controls, hosts, exceptions and changes as a workbook") { Optional = true, Check = Check };

    private static void Check(ExportReading reading)
    {
        if (Unpacked(reading) is not { } bytes)
            return;
        try
        {
            using var made = new MadeAgain(bytes);
            var workbook = new ReportWorkbook(made.Open, reading.Manifest, reading.Catalog);
            workbook.Summary();
            workbook.Begin(workbook.Hosts);
            reading.EachHost(workbook.Host);
            workbook.Begin(ReportWorkbook.Exceptions);
            reading.EachException(workbook.Exception);
            Changes(reading, workbook);
            workbook.Finish();
            if (made.Difference() is { } difference)
                reading.Problem($"{Part.Name}: {difference}");
        }
        catch (ExportFaultException fault)
        {
            throw new ExportFaultException($"{Part.Name}: {fault.Message}", fault);
        }
    }

    private static MemoryStream? Unpacked(ExportReading reading)
    {
        using var file = reading.Open(Part.Name);
        if (file.Length > Most)
        {
            reading.Problem($"'{Part.Name}' is larger than {Most >> 20} MiB");
            return null;
        }
        var bytes = new MemoryStream((int)file.Length);
        file.CopyTo(bytes);
        return bytes;
    }

    private static void Changes(ExportReading reading, ReportWorkbook workbook)
    {
        using var changes = reading.Lines(ChangesPart.Part, ExportJson.Default.ComplianceChange);
        workbook.Begin(ReportWorkbook.Changes);
        while (changes.Next() is { } change)
            workbook.Change(change);
    }
}
