namespace IwTune.Agent.Cli.Output;

/// <summary>Two columns, the first as wide as its widest word.</summary>
internal static class Columns
{
    public static void Write(TextWriter to, IReadOnlyList<(string Left, string Right)> rows, int? room = null)
    {
        // A long entry, such as an example to copy, has a line of its own; the others share the room.
        var most = room is { } all ? Math.Max(26, all * 2 / 5) : int.MaxValue;
        var width = 0;
        foreach (var (left, _) in rows)
            width = left.Length > most ? width : Math.Max(width, left.Length);
        width = width == 0 ? 4 : width;
        foreach (var (left, right) in rows)
        {
            if (left.Length > most)
            {
                to.WriteLine($"  {left}");
                if (right.Length > 0)
                    to.WriteLine(Wrapping.Wrap(new string(' ', width + 4) + right, room!.Value, width + 4));
                continue;
            }
            var line = $"  {left.PadRight(width)}  {right}".TrimEnd();
            to.WriteLine(room is { } columns ? Wrapping.Wrap(line, columns, width + 4) : line);
        }
    }

    public static void Write<T>(TextWriter to, IEnumerable<T> of, Func<T, string> left, Func<T, string?> right, int? room = null)
    {
        List<(string, string)> rows = [];
        foreach (var one in of)
            rows.Add((left(one), right(one) ?? ""));
        Write(to, rows, room);
    }
}
