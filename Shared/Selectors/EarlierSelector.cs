namespace IwTune.Shared.Selectors;

/// <summary>
/// Selectors that were stored before negations and comparisons existed: every term was <c>key:value</c> or <c>key:value*</c>, of any label,
/// also of one whose name is now a fact's or begins with the sign of negation.
/// </summary>
public static class EarlierSelector
{
    /// <summary>The same meaning in today's words.</summary>
    public static string Translate(string stored)
    {
        var words = stored.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        for (var i = 0; i < words.Length; i++)
        {
            var colon = words[i].IndexOf(':', StringComparison.Ordinal);
            if (colon > 0 && (words[i][0] == '-' || SelectorKeys.IsNew(words[i][..colon])))
                words[i] = $"{SelectorKeys.Label}:{words[i][..colon]}={words[i][(colon + 1)..]}";
        }
        return string.Join(' ', words);
    }
}
