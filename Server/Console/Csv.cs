using System.Buffers;
using System.Text;
using IwTune.Shared.Wire;

namespace IwTune.Server.Console;

/// <summary>Lines of CSV (RFC 4180) that a spreadsheet cannot be tricked by: a cell that would be read as a formula gets an apostrophe (OWASP, CSV injection).</summary>
internal static class Csv
{
    private static readonly SearchValues<char> Quoted = SearchValues.Create(",\"\r\n");

    public static string Line(params ReadOnlySpan<string?> cells)
    {
        var line = new StringBuilder();
        for (var i = 0; i < cells.Length; i++)
            line.Append(i == 0 ? "" : ",").Append(Cell(cells[i] ?? ""));
        return line.Append("\r\n").ToString();
    }

    private static string Cell(string text)
    {
        text = ShownText.Lines(text);
        // Numbers of this product are never negative, so a leading hyphen is never one.
        if (text is ['=' or '+' or '-' or '@' or '\t' or '\r' or '\n', ..])
            text = "'" + text;
        return text.AsSpan().ContainsAny(Quoted) ? $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : text;
    }
}
