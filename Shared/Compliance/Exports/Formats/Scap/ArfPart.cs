using IwTune.Shared.Compliance.Exports.Parts;

namespace IwTune.Shared.Compliance.Exports.Formats.Scap;

/// <summary>The controls as an XCCDF benchmark, with a result of each host, in one file.</summary>
public static class ArfPart
{
    /// <summary>As an asset report collection.</summary>
    public static ExportPart Part { get; } =
        new("compliance.arf.xml", "the controls as an XCCDF 1.2 benchmark with a result of each host (ARF 1.1), for SCAP tools")
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
        var collection = new ArfDocument(to, reading.Manifest, reading.Catalog);
        using (var exceptions = reading.Table(ExceptionsPart.Part))
            while (exceptions.Next() is { } cells)
                collection.Exception([.. cells.Select(ExportCsv.Text)]);
        collection.Begin();
        using (var hosts = reading.Lines(HostsPart.Lines, ExportJson.Default.ComplianceHost))
            while (hosts.Next() is { } host)
                collection.Asset(host);
        collection.EndAssets();
        using (var hosts = reading.Lines(HostsPart.Lines, ExportJson.Default.ComplianceHost))
            while (hosts.Next() is { } host)
                collection.Report(host);
        collection.End();
    }
}
