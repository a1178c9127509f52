using IwTune.Shared.Compliance.Exports.Parts;

namespace IwTune.Shared.Compliance.Exports.Formats.Oscal;

/// <summary>The results as NIST's Open Security Controls Assessment Language has them.</summary>
public static class OscalPart
{
    /// <summary>As assessment results in JSON.</summary>
    public static ExportPart Part { get; } =
        new("assessment-results.oscal.json", $"the same results as OSCAL {OscalDocument.Version} assessment results")
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
        using var document = new OscalDocument(compared, reading.Manifest, reading.Catalog);
        document.Begin();
        using (var hosts = reading.Lines(HostsPart.Lines, ExportJson.Default.ComplianceHost))
            while (hosts.Next() is { } host)
                document.Inventory(host);
        document.EndInventory();
        using (var hosts = reading.Lines(HostsPart.Lines, ExportJson.Default.ComplianceHost))
            while (hosts.Next() is { } host)
                document.Observation(host);
        document.End();
    }
}
