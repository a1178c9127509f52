using System.Text;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Selectors;

/// <summary>
/// How values are written and compared. Case counts for nothing among the letters of ASCII, and only there: no culture has a say.
/// </summary>
internal static class SelectorText
{
    public static char Fold(char c) => char.IsAsciiLetterUpper(c) ? (char)(c | 0x20) : c;

    public static string Fold(string text)
    {
        foreach (var c in text)
            if (char.IsAsciiLetterUpper(c))
                return string.Create(
                    text.Length,
                    text,
                    (folded, from) =>
                    {
                        for (var i = 0; i < from.Length; i++)
                            folded[i] = Fold(from[i]);
                    }
                );
        return text;
    }

    /// <param name="actual">As the host has it.</param>
    /// <param name="folded">As the selector has it, folded.</param>
    public static bool StartsWith(ReadOnlySpan<char> actual, string folded)
    {
        if (actual.Length < folded.Length)
            return false;
        for (var i = 0; i < folded.Length; i++)
            if (Fold(actual[i]) != folded[i])
                return false;
        return true;
    }

    /// <inheritdoc cref="StartsWith"/>
    public static bool Contains(ReadOnlySpan<char> actual, string folded)
    {
        for (var from = 0; from + folded.Length <= actual.Length; from++)
            if (StartsWith(actual[from..], folded))
                return true;
        return false;
    }

    /// <summary>Whether a character stands without quotes.</summary>
    public static bool IsBare(char c) => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.' or '/' or '@' or '+' or '~';

    /// <summary>Whether a character can be kept and shown on one line. Halves of pairs are not: alone they survive no store.</summary>
    public static bool IsPrintable(char c) => !char.IsSurrogate(c) && !ShownText.IsHidden(new Rune(c));

    public static bool IsPrintable(string text)
    {
        foreach (var c in text)
            if (!IsPrintable(c))
                return false;
        return true;
    }

    /// <summary>A value in written form: with quotes only where it needs them.</summary>
    public static string Write(string value, Func<char, bool> isBare)
    {
        var bare = value.Length > 0;
        foreach (var c in value)
            bare &= isBare(c);
        return bare ? value : Quote(value);
    }

    public static string Quote(string value)
    {
        var quoted = new StringBuilder(value.Length + 2).Append('"');
        foreach (var c in value)
            _ = c is '"' or '\\' ? quoted.Append('\\').Append(c) : quoted.Append(c);
        return quoted.Append('"').ToString();
    }
}
