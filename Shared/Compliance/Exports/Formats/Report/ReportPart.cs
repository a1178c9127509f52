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
        using var compared = new ComparedStream(
            reading.Open(Part.Name),
            at => reading.Problem($"{Part.Name}: differs at byte {at} from what the rows of this export make")
        );
        using var to = ExportText.Writer(compared);
        var report = new ReportDocument(to, reading.Manifest, reading.Catalog);
        report.Begin();
        using (var hosts = reading.Lines(HostsPart.Lines, ExportJson.Default.ComplianceHost))
            while (hosts.Next() is { } host)
                report.Attention(host);
        report.EndAttention();
        using (var exceptions = reading.Table(ExceptionsPart.Part))
            while (exceptions.Next() is { } cells)
                report.Exception([.. cells.Select(ExportCsv.Text)]);
        report.EndExceptions();
        if (report.HasAppendix)
            using (var hosts = reading.Lines(HostsPart.Lines, ExportJson.Default.ComplianceHost))
                while (hosts.Next() is { } host)
                    report.Host(host);
        report.End();
    }
}
