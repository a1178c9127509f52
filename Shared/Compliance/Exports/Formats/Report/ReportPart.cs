using IwTune.Shared.Compliance.Exports.Parts;

namespace IwTune.Shared.Compliance.Exports.Formats.Report;

/// <summary>The export as a report that people read and print.</summary>
public static class ReportPart
{
    /// <summary>As one page of HTML without scripts and without anything from elsewhere.</summary>
    public static ExportPart Part { get; } =
        new("report.html", "the result, the method, hosts that are not compliant and exceptions, to read and print")
        {
            Optional = true,
            Check = Check,
        };

    private static void Check(ExportReading reading)
    {
        using var compared = reading.Compared(Part);
        using var to = ExportText.Writer(compared);
        var report = new ReportDocument(to, reading.Manifest, reading.Catalog);
        report.Begin();
        reading.EachHost(report.Attention);
        report.EndAttention();
        reading.EachException(report.Exception);
        report.EndExceptions();
        if (report.HasAppendix)
            reading.EachHost(report.Host);
        report.End();
    }
}
