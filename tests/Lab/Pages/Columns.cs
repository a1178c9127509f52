using System.Text;

namespace IwTune.Lab.Pages;

/// <summary>Rows of cells, the heads first, as text.</summary>
internal static class Columns
{
    /// <summary>Padded with spaces, for a terminal.</summary>
    /// <param name="rows">The heads, then the others.</param>
    /// <param name="numbersRight">Columns that have numbers alone below their head stand at the right.</param>
    public static string Align(IReadOnlyList<IReadOnlyList<string>> rows, bool numbersRight = false)
    {
        var text = new StringBuilder();
        var widths = rows[0].Select((_, column) => rows.Max(row => row[column].Length)).ToList();
        var right = rows[0].Select((_, column) => numbersRight && rows.Skip(1).All(row => IsNumber(row[column]))).ToList();
        foreach (var row in rows)
        {
            var cells = row.Select((cell, column) => right[column] ? cell.PadLeft(widths[column]) : cell.PadRight(widths[column]));
            text.Append(string.Join("  ", cells).TrimEnd()).Append('\n');
        }
        return text.ToString();
    }

    /// <summary>As a table of Markdown.</summary>
    public static string Markdown(IReadOnlyList<string[]> rows)
    {
        var text = new StringBuilder();
        foreach (var row in rows.Take(1).Append([.. rows[0].Select(_ => "---")]).Concat(rows.Skip(1)))
            text.Append($"| {string.Join(" | ", row.Select(cell => cell.Replace("|", "\\|", StringComparison.Ordinal)))} |\n");
        return text.ToString();
    }

    /// <summary>Also with a unit behind it; an empty cell is no other kind of text.</summary>
    private static bool IsNumber(string cell) =>
        cell.Length == 0 || (char.IsAsciiDigit(cell[0]) && double.TryParse(cell.Split(' ')[0], out _));
}
