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
        using var compared = reading.Compared(Part);
        using var to = ExportText.Writer(compared);
        var collection = new ArfDocument(to, reading.Manifest, reading.Catalog);
        reading.EachException(collection.Exception);
        collection.Begin();
        reading.EachHost(collection.Asset);
        collection.EndAssets();
        reading.EachHost(collection.Report);
        collection.End();
    }
}
