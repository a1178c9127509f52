using System.Text.RegularExpressions;
using IwTune.Server.Features.Policies;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Server.Console.Diffing;

/// <summary>Two documents side by side: the lines as <see cref="LineDiff"/> pairs them, then words within changed lines.</summary>
public static partial class TextDiff
{
    /// <summary>Every row of the comparison, in order. Equal documents give rows of kind Same only.</summary>
    public static IReadOnlyList<DiffRow> Compare(string before, string after)
    {
        var rows = new List<DiffRow>();
        var (removed, added) = (new List<DiffLine>(), new List<DiffLine>());
        foreach (var line in LineDiff.Of(before, after))
        {
            if (line.Kind == DiffKind.Same)
            {
                Flush();
                rows.Add(new(DiffRowKind.Same, line.Old!.Value, Plain(line), line.New!.Value, Plain(line)));
            }
            else
                (line.Kind == DiffKind.Removed ? removed : added).Add(line);
        }
        Flush();
        return rows;

        void Flush()
        {
            for (var k = 0; k < Math.Max(removed.Count, added.Count); k++)
                rows.Add(Row(removed.ElementAtOrDefault(k), added.ElementAtOrDefault(k)));
            removed.Clear();
            added.Clear();
        }
    }

    /// <summary>A removed line beside the one that replaces it; one of them may be missing.</summary>
    private static DiffRow Row(DiffLine? gone, DiffLine? come)
    {
        if (gone is null)
            return new(DiffRowKind.Added, 0, [], come!.New!.Value, Plain(come));
        if (come is null)
            return new(DiffRowKind.Removed, gone.Old!.Value, Plain(gone), 0, []);
        var (left, right) = Words(gone.Text, come.Text);
        return new(DiffRowKind.Changed, gone.Old!.Value, left, come.New!.Value, right);
    }

    private static (List<DiffPiece> Old, List<DiffPiece> New) Words(string before, string after)
    {
        string[] old = [.. Word().Matches(before).Select(m => m.Value)],
            @new = [.. Word().Matches(after).Select(m => m.Value)];
        var (left, right) = (new List<DiffPiece>(), new List<DiffPiece>());
        foreach (var (i, j) in Alignment.Of(old, @new))
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

    private static List<DiffPiece> Plain(DiffLine line) => [new(line.Text, false)];

    [GeneratedRegex(@"\w+|\s+|.", RegexOptions.Singleline | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Word();
}
