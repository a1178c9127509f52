namespace IwTune.Shared.Policies.Syntax;

/// <summary>The word that the author probably meant.</summary>
public static class NearestWord
{
    private const int Longest = 64;
    private const int MostErrors = 3;

    /// <summary>
    /// The known word that fewest errors lead to, when they are at most a third of the word and at most three; otherwise
    /// <see langword="null"/>. An error is one character too many, too few or wrong, or two neighbours in the wrong order; case is none.
    /// </summary>
    /// <param name="written">What was written.</param>
    /// <param name="known">The words that would have been right.</param>
    public static string? Of(string written, IEnumerable<string> known)
    {
        if (written.Length is 0 or > Longest)
            return null;
        string? best = null;
        var least = MostErrors + 1;
        foreach (var word in known)
        {
            var most = Math.Min(Math.Clamp(word.Length / 3, 1, MostErrors), least - 1);
            if (Math.Abs(word.Length - written.Length) > most)
                continue;
            var errors = Errors(written, word);
            if (errors <= most)
                (best, least) = (word, errors);
        }
        return best;
    }

    // Optimal string alignment: Levenshtein's distance and swaps of neighbours, three rows.
    private static int Errors(string written, string word)
    {
        var (beforeLast, last, row) = (new int[word.Length + 1], new int[word.Length + 1], new int[word.Length + 1]);
        for (var j = 0; j < last.Length; j++)
            last[j] = j;
        for (var i = 1; i <= written.Length; i++)
        {
            row[0] = i;
            for (var j = 1; j <= word.Length; j++)
            {
                var changed = last[j - 1] + (Same(written[i - 1], word[j - 1]) ? 0 : 1);
                row[j] = Math.Min(changed, Math.Min(last[j], row[j - 1]) + 1);
                if (i > 1 && j > 1 && Same(written[i - 1], word[j - 2]) && Same(written[i - 2], word[j - 1]))
                    row[j] = Math.Min(row[j], beforeLast[j - 2] + 1);
            }
            (beforeLast, last, row) = (last, row, beforeLast);
        }
        return last[word.Length];
    }

    private static bool Same(char a, char b) => char.ToLowerInvariant(a) == char.ToLowerInvariant(b);
}
