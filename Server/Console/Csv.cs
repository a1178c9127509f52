using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Wire;

namespace IwTune.Server.Console;

/// <summary>Lines of the console's CSV files, written as those of an export are.</summary>
internal static class Csv
{
    public static string Line(params ReadOnlySpan<string?> cells)
    {
        var shown = new string[cells.Length];
        for (var i = 0; i < cells.Length; i++)
            shown[i] = ShownText.Lines(cells[i] ?? "");
        return ExportCsv.Line(shown);
    }
}
