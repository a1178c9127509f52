using System.Text.RegularExpressions;

namespace IwTune.Server.Console.Diffing;

/// <summary>Two documents side by side: lines matched by their longest common subsequence, then words within changed lines.</summary>
public static partial class TextDiff
{
    // Beyond this a quadratic table is not worth it; everything is then shown as replaced.
    private const int MaxCells = 4_000_000;

    /// <summary>Every row of the comparison, in order. Equal documents give rows of kind Same only.</summary>
    public static IReadOnlyList<DiffRow> Compare(string before, string after)
    {
        var (old, @new) = (Lines(before), Lines(after));
        var rows = new List<DiffRow>();
        var (removed, added) = (new List<int>(), new List<int>());
        foreach (var (i, j) in Matches(old, @new))
        {
            if (i >= 0 && j >= 0)
            {
                Flush();
                rows.Add(new(DiffRowKind.Same, i + 1, Plain(old[i]), j + 1, Plain(@new[j])));
            }
            else if (i >= 0)
                removed.Add(i);
            else
                added.Add(j);
        }
        Flush();
        return rows;

        void Flush()
        {
            for (var k = 0; k < Math.Max(removed.Count, added.Count); k++)
                rows.Add(Row(k < removed.Count ? removed[k] : -1, k < added.Count ? added[k] : -1));
            removed.Clear();
            added.Clear();
        }

        DiffRow Row(int i, int j)
        {
            if (i < 0)
                return new(DiffRowKind.Added, 0, [], j + 1, Plain(@new[j]));
            if (j < 0)
                return new(DiffRowKind.Removed, i + 1, Plain(old[i]), 0, []);
            var (left, right) = Words(old[i], @new[j]);
            return new(DiffRowKind.Changed, i + 1, left, j + 1, right);
        }
    }

    private static (List<DiffPiece> Old, List<DiffPiece> New) Words(string before, string after)
    {
        string[] old = [.. Word().Matches(before).Select(m => m.Value)], @new = [.. Word().Matches(after).Select(m => m.Value)];
        var (left, right) = (new List<DiffPiece>(), new List<DiffPiece>());
        foreach (var (i, j) in Matches(old, @new))
        {
            if (i >= 0)
                Append(left, old[i], j < 0);
            if (j >= 0)
                Append(right, @new[j], i < 0);
        }
        return (left, right);
    }

    private static void Append(List<DiffPiece> pieces, string text, bool marked)
    {
        if (pieces.Count > 0 && pieces[^1].Marked == marked)
            pieces[^1] = pieces[^1] with { Text = pieces[^1].Text + text };
        else
            pieces.Add(new(text, marked));
    }

    /// <summary>Pairs of indices in order; -1 where the other side has nothing.</summary>
    private static IEnumerable<(int Old, int New)> Matches(string[] old, string[] @new)
    {
        var length = (long)(old.Length + 1) * (@new.Length + 1) <= MaxCells ? new int[old.Length + 1, @new.Length + 1] : null;
        for (var i = old.Length - 1; length is not null && i >= 0; i--)
        {
            for (var j = @new.Length - 1; j >= 0; j--)
                length[i, j] = old[i] == @new[j] ? length[i + 1, j + 1] + 1 : Math.Max(length[i + 1, j], length[i, j + 1]);
        }
        var (a, b) = (0, 0);
        while (a < old.Length || b < @new.Length)
        {
            if (length is not null && a < old.Length && b < @new.Length && old[a] == @new[b])
                yield return (a++, b++);
            else if (b == @new.Length || (a < old.Length && (length is null || length[a + 1, b] >= length[a, b + 1])))
                yield return (a++, -1);
            else
                yield return (-1, b++);
        }
    }

    private static string[] Lines(string text) => text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');

    private static List<DiffPiece> Plain(string line) => [new(line, false)];

    [GeneratedRegex(@"\w+|\s+|.", RegexOptions.Singleline | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Word();
}
