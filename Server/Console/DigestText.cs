using System.Text.RegularExpressions;

namespace IwTune.Server.Console;

/// <summary>Stored sentences with their SHA-256 digests cut to what tells them apart: a page shows the sentence, not the digest.</summary>
internal static partial class DigestText
{
    private const int Shown = 12;

    /// <returns>The parts of the sentence in order; those that are a cut digest have the whole one.</returns>
    public static IReadOnlyList<(string Text, string? Whole)> Parts(string sentence)
    {
        var (parts, from) = (new List<(string, string?)>(), 0);
        foreach (var digest in Digest().EnumerateMatches(sentence))
        {
            parts.Add((sentence[from..digest.Index], null));
            from = digest.Index + digest.Length;
            parts.Add(($"{sentence.AsSpan(digest.Index, Shown)}…", sentence[digest.Index..from]));
        }
        parts.Add((sentence[from..], null));
        return parts;
    }

    [GeneratedRegex("(?<![0-9A-Za-z])[0-9a-f]{64}(?![0-9A-Za-z])", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex Digest();
}
