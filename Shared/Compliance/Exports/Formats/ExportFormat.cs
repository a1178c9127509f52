using IwTune.Shared.Compliance.Exports.Formats.Checklists;
using IwTune.Shared.Compliance.Exports.Formats.Oscal;
using IwTune.Shared.Compliance.Exports.Formats.Report;
using IwTune.Shared.Compliance.Exports.Formats.Scap;
using IwTune.Shared.Compliance.Exports.Formats.Workbook;
using IwTune.Shared.Compliance.Exports.Parts;

namespace IwTune.Shared.Compliance.Exports.Formats;

/// <summary>
/// A file for people or for another program, which an export has on request. It is made from the other files alone, so that a verifier can
/// make it again and compare.
/// </summary>
/// <param name="Name">What a request calls it: <c>xlsx</c>.</param>
/// <param name="Title">What people call it.</param>
/// <param name="Part">The file.</param>
public sealed record ExportFormat(string Name, string Title, ExportPart Part)
{
    /// <summary>What a request calls all together that an export of any size may have.</summary>
    public const string Every = "all";

    /// <summary>To add one: its file in Formats, a line here and in <see cref="ExportParts.All"/>, and its writer at the server.</summary>
    public static IReadOnlyList<ExportFormat> All { get; } =
    [
        new("html", "Report", ReportPart.Part),
        new("pdf", "Report as PDF", PdfPart.Part),
        new("xlsx", "Excel workbook", WorkbookPart.Part),
        new("oscal", "OSCAL assessment results", OscalPart.Part),
        new("arf", "XCCDF results (ARF)", ArfPart.Part),
        new("ocsf", "OCSF findings", OcsfPart.Part),
        new("cklb", "STIG Viewer checklists", ChecklistsPart.Part) { MostHosts = ChecklistsPart.MostHosts },
    ];

    /// <summary>The largest export that may have it, in hosts; <see langword="null"/> without a limit.</summary>
    public int? MostHosts { get; init; }

    /// <summary>Their names, for people.</summary>
    public static string Names { get; } = string.Join(", ", All.Select(format => format.Name));

    /// <param name="names">Names, or several in one text with commas between.</param>
    /// <returns>The formats in their order, and everything that is wrong with the names.</returns>
    public static (IReadOnlyList<ExportFormat> Formats, IReadOnlyList<string> Problems) Parse(IEnumerable<string?> names)
    {
        var asked = names
            .SelectMany(name => (name ?? "").Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
            .ToHashSet(StringComparer.OrdinalIgnoreCase);
        var problems = asked
            .Where(name => !name.Equals(Every, StringComparison.OrdinalIgnoreCase) && !All.Any(format => format.Named(name)))
            .Select(name => $"formats: '{ExportVerifier.Short(name)}' is unknown; the formats are {Names}, or {Every}")
            .ToList();
        return ([.. All.Where(format => asked.Contains(format.Name) || (format.MostHosts is null && asked.Contains(Every)))], problems);
    }

    private bool Named(string name) => Name.Equals(name, StringComparison.OrdinalIgnoreCase);
}
