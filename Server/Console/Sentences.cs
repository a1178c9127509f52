namespace IwTune.Server.Console;

/// <summary>Reasons come from many places as parts of sentences; on a page of their own they start like one.</summary>
internal static class Sentences
{
    /// <summary><c>viewer, operator and admin</c>.</summary>
    public static string List(IReadOnlyList<string> words) =>
        words.Count < 2 ? string.Concat(words) : $"{string.Join(", ", words.SkipLast(1))} and {words[^1]}";

    /// <summary>The first letter upper-case, unless the first word is a name with fixed spelling: <c>ipv4</c>, <c>prefix:…</c>.</summary>
    public static string Start(string text)
    {
        var word = text.Split(' ')[0];
        return text.Length == 0 || !word.TrimEnd(':').All(char.IsAsciiLetterLower) ? text : char.ToUpperInvariant(text[0]) + text[1..];
    }
}
