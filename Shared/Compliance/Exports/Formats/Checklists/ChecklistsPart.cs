using IwTune.Shared.Compliance.Exports.Parts;

namespace IwTune.Shared.Compliance.Exports.Formats.Checklists;

/// <summary>A checklist for each host, in a zip of their own: STIG Viewer and STIG Manager read one host a file.</summary>
public static class ChecklistsPart
{
    /// <summary>An export of more hosts is refused with this format: a person imports these files, and they outweigh all others.</summary>
    public const int MostHosts = 5_000;

    /// <summary>As a zip of CKLB files.</summary>
    public static ExportPart Part { get; } =
        new("checklists.zip", "a checklist for each host, for STIG Viewer 3 and STIG Manager") { Optional = true, Check = Check };

    private static void Check(ExportReading reading) =>
        MadeAgain.Check(
            reading,
            Part,
            open =>
            {
                var archive = new ChecklistArchive(open, reading.Manifest.Parameters.AsOf, reading.Catalog);
                archive.Begin();
                reading.EachHost(archive.Host);
            }
        );
}
