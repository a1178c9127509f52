using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Policies;

/// <summary>The shortest difference of two texts by lines: the longest common subsequence, after equal ends are cut away.</summary>
internal static class LineDiff
{
    public static IReadOnlyList<DiffLine> Of(string older, string newer)
    {
        var (a, b) = (Lines(older), Lines(newer));
        var head = 0;
        while (head < a.Length && head < b.Length && a[head] == b[head])
            head++;
        var tail = 0;
        while (tail < a.Length - head && tail < b.Length - head && a[^(tail + 1)] == b[^(tail + 1)])
            tail++;

        var lines = new List<DiffLine>();
        for (var i = 0; i < head; i++)
            lines.Add(new(DiffKind.Same, i + 1, i + 1, a[i]));
        Middle(a, b, head, a.Length - tail, b.Length - tail, lines);
        for (var i = tail; i > 0; i--)
            lines.Add(new(DiffKind.Same, a.Length - i + 1, b.Length - i + 1, a[^i]));
        return lines;
    }

    private static void Middle(string[] a, string[] b, int from, int endA, int endB, List<DiffLine> lines)
    {
        var (n, m) = (endA - from, endB - from);
        // Beyond this the table would cost more than the answer is worth: everything went, everything came.
        if ((long)n * m > 4_000_000)
            (n, m) = (Whole(DiffKind.Removed, a, from, endA, lines), Whole(DiffKind.Added, b, from, endB, lines));
        var common = new int[n + 1, m + 1];
        for (var i = n - 1; i >= 0; i--)
            for (var j = m - 1; j >= 0; j--)
                common[i, j] = a[from + i] == b[from + j] ? common[i + 1, j + 1] + 1 : Math.Max(common[i + 1, j], common[i, j + 1]);
        for (int i = 0, j = 0; i < n || j < m;)
        {
            if (i < n && j < m && a[from + i] == b[from + j])
                lines.Add(new(DiffKind.Same, from + ++i, from + ++j, a[from + i - 1]));
            else if (j >= m || (i < n && common[i + 1, j] >= common[i, j + 1]))
                lines.Add(new(DiffKind.Removed, from + ++i, null, a[from + i - 1]));
            else
                lines.Add(new(DiffKind.Added, null, from + ++j, b[from + j - 1]));
        }
    }

    private static int Whole(DiffKind kind, string[] text, int from, int end, List<DiffLine> lines)
    {
        for (var i = from; i < end; i++)
            lines.Add(kind == DiffKind.Removed ? new(kind, i + 1, null, text[i]) : new(kind, null, i + 1, text[i]));
        return 0;
    }

    private static string[] Lines(string text)
    {
        var lines = text.ReplaceLineEndings("\n").Split('\n');
        return lines[^1].Length == 0 ? lines[..^1] : lines;
    }
}
