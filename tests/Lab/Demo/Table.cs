namespace IwTune.Lab.Demo;

/// <summary>Rows under a heading, columns as wide as necessary; numbers right-aligned.</summary>
internal static class Table
{
    public static string Render(IReadOnlyList<string> heading, IEnumerable<IReadOnlyList<string>> rows)
    {
        var all = rows.Prepend(heading).ToList();
        var widths = heading.Select((_, column) => all.Max(row => row[column].Length)).ToList();
        return string.Join(
            '\n',
            all.Select(row => string.Join("  ", row.Select((cell, column) => Pad(cell, widths[column], Numeric(all, column)))).TrimEnd())
        );
    }

    private static string Pad(string cell, int width, bool right) => right ? cell.PadLeft(width) : cell.PadRight(width);

    private static bool Numeric(List<IReadOnlyList<string>> all, int column) =>
        all.Skip(1)
            .All(row => row[column].Length == 0 || char.IsAsciiDigit(row[column][0]) && double.TryParse(row[column].Split(' ')[0], out _));
}
