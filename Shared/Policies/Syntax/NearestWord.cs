namespace IwTune.Shared.Policies.Syntax;

/// <summary>The word that the author probably meant.</summary>
internal static class NearestWord
{
    /// <summary>
    /// The known word at the smallest edit distance, when that is at most a third of the word; otherwise <see langword="null"/>.
    /// </summary>
    internal static string? Of(string written, IEnumerable<string> known)
    {
        if (written.Length is 0 or > 32)
            return null;
        var lower = written.ToLowerInvariant();
        var best = known.MinBy(word => Distance(lower, word));
        return best is not null && Distance(lower, best) <= Math.Max(1, best.Length / 3) ? best : null;
    }

    // Levenshtein's distance, two rows.
    private static int Distance(string a, string b)
    {
        var previous = Enumerable.Range(0, b.Length + 1).ToArray();
        var current = new int[b.Length + 1];
        for (var i = 1; i <= a.Length; i++)
        {
            current[0] = i;
            for (var j = 1; j <= b.Length; j++)
            {
                var changed = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
                current[j] = Math.Min(changed, Math.Min(previous[j], current[j - 1]) + 1);
            }
            (previous, current) = (current, previous);
        }
        return previous[b.Length];
    }
}
