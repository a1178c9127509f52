namespace IwTune.Server.Features.Policies;

/// <summary>What two sequences have in common, in order: their longest common subsequence, after equal ends are cut away.</summary>
internal static class Alignment
{
    // Beyond this the table would cost more than the answer is worth: everything went, everything came.
    private const long MaxCells = 4_000_000;

    /// <summary>
    /// Every element of both, each with its partner; -1 where the other side has none. What went comes before what replaced it.
    /// </summary>
    public static IEnumerable<(int Old, int New)> Of(string[] old, string[] @new)
    {
        var (head, shorter) = (0, Math.Min(old.Length, @new.Length));
        while (head < shorter && old[head] == @new[head])
            head++;
        var tail = 0;
        while (tail < shorter - head && old[^(tail + 1)] == @new[^(tail + 1)])
            tail++;

        for (var i = 0; i < head; i++)
            yield return (i, i);
        foreach (var (i, j) in Middle(old[head..^tail], @new[head..^tail]))
            yield return (i < 0 ? i : head + i, j < 0 ? j : head + j);
        for (var i = tail; i > 0; i--)
            yield return (old.Length - i, @new.Length - i);
    }

    private static IEnumerable<(int Old, int New)> Middle(string[] old, string[] @new)
    {
        var common = (long)(old.Length + 1) * (@new.Length + 1) <= MaxCells ? Table(old, @new) : null;
        var (i, j) = (0, 0);
        while (i < old.Length || j < @new.Length)
        {
            if (common is not null && i < old.Length && j < @new.Length && old[i] == @new[j])
                yield return (i++, j++);
            else if (j == @new.Length || (i < old.Length && (common is null || common[i + 1, j] >= common[i, j + 1])))
                yield return (i++, -1);
            else
                yield return (-1, j++);
        }
    }

    /// <summary>How much what follows each pair of places has in common.</summary>
    private static int[,] Table(string[] old, string[] @new)
    {
        var common = new int[old.Length + 1, @new.Length + 1];
        for (var i = old.Length - 1; i >= 0; i--)
        {
            for (var j = @new.Length - 1; j >= 0; j--)
                common[i, j] = old[i] == @new[j] ? common[i + 1, j + 1] + 1 : Math.Max(common[i + 1, j], common[i, j + 1]);
        }
        return common;
    }
}
