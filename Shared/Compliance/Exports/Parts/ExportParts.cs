using IwTune.Shared.Compliance.Exports.Formats;
using IwTune.Shared.Compliance.Exports.Formats.Checklists;
using IwTune.Shared.Compliance.Exports.Formats.Oscal;
using IwTune.Shared.Compliance.Exports.Formats.Report;
using IwTune.Shared.Compliance.Exports.Formats.Scap;
using IwTune.Shared.Compliance.Exports.Formats.Workbook;

namespace IwTune.Shared.Compliance.Exports.Parts;

/// <summary>Every file of rows in an export, in the order of the zip.</summary>
public static class ExportParts
{
    /// <summary>
    /// To add one: a file like <see cref="ExceptionsPart"/>, its line here, and its writer at the server (CONTRIBUTING.md).
    /// </summary>
    public static IReadOnlyList<ExportPart> All { get; } =
    [
        HostsPart.Lines,
        HostsPart.Table,
        ChangesPart.Part,
        ExceptionsPart.Part,
        ControlsPart.Part,
        ReportPart.Part,
        PdfPart.Part,
        WorkbookPart.Part,
        OscalPart.Part,
        ArfPart.Part,
        OcsfPart.Part,
        ChecklistsPart.Part,
    ];

    /// <summary>The files of an export, those of the formats that were asked for included.</summary>
    public static IEnumerable<ExportPart> With(IReadOnlyList<ExportFormat> formats) =>
        All.Where(part => !part.Optional || formats.Any(format => format.Part == part));
}
