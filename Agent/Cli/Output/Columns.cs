namespace IwTune.Agent.Cli.Output;

/// <summary>Two columns, the first as wide as its widest word.</summary>
internal static class Columns
{
    public static void Write(TextWriter to, IReadOnlyList<(string Left, string Right)> rows, int? room = null)
    {
        var width = rows.Count == 0 ? 0 : rows.Max(row => row.Left.Length);
        foreach (var (left, right) in rows)
        {
            var line = $"  {left.PadRight(width)}  {right}".TrimEnd();
            to.WriteLine(room is { } columns ? Wrapping.Wrap(line, columns, width + 4) : line);
        }
    }
}
