namespace IwTune.Agent.Cli.Output;

/// <summary>Two columns, the first as wide as its widest word.</summary>
internal static class Columns
{
    public static void Write(TextWriter to, IReadOnlyList<(string Left, string Right)> rows, int? room = null)
    {
        var width = 0;
        foreach (var (left, _) in rows)
            width = Math.Max(width, left.Length);
        foreach (var (left, right) in rows)
        {
            var line = $"  {left.PadRight(width)}  {right}".TrimEnd();
            to.WriteLine(room is { } columns ? Wrapping.Wrap(line, columns, width + 4) : line);
        }
    }

    public static void Write<T>(TextWriter to, IEnumerable<T> of, Func<T, string> left, Func<T, string?> right)
    {
        List<(string, string)> rows = [];
        foreach (var one in of)
            rows.Add((left(one), right(one) ?? ""));
        Write(to, rows);
    }
}
