using IwTune.Shared.Compliance.Exports;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>Writes an export's report as PDF.</summary>
internal static class PdfRows
{
    public static async Task<int?> WriteAsync(PartWriting from, Stream to)
    {
        await from.Printer.PrintAsync(
            async html =>
            {
                await using var writer = ExportText.Writer(html, leaveOpen: true);
                await ReportRows.WriteAsync(from, writer);
            },
            to,
            from.Ct
        );
        return null;
    }
}
