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
        using var compared = reading.Compared(Part);
        using var document = new OscalDocument(compared, reading.Manifest, reading.Catalog);
        document.Begin();
        reading.EachHost(document.Inventory);
        document.EndInventory();
        reading.EachHost(document.Observation);
        document.End();
    }
}
