namespace IwTune.Server.Console.Diffing;

/// <summary>A run of rows: shown, or folded away because nothing near it changed.</summary>
/// <param name="Folded">True for unchanged rows far from any change.</param>
/// <param name="Rows">The rows.</param>
public sealed record DiffFold(bool Folded, IReadOnlyList<DiffRow> Rows)
{
    private const int Context = 3;

    /// <summary>
    /// Keeps three unchanged lines around each change, as unified diffs do; a fold of fewer than two lines would save nothing.
    /// </summary>
    public static IReadOnlyList<DiffFold> Fold(IReadOnlyList<DiffRow> rows)
    {
        var near = new bool[rows.Count];
        for (var i = 0; i < rows.Count; i++)
        {
            if (rows[i].Kind == DiffRowKind.Same)
                continue;
            for (var k = Math.Max(0, i - Context); k <= Math.Min(rows.Count - 1, i + Context); k++)
                near[k] = true;
        }
        var folds = new List<DiffFold>();
        for (var start = 0; start < rows.Count; )
        {
            var end = start;
            while (end < rows.Count && near[end] == near[start])
                end++;
            folds.Add(new(!near[start] && end - start > 1, [.. rows.Skip(start).Take(end - start)]));
            start = end;
        }
        return folds;
    }
}
