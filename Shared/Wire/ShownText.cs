using System.Globalization;
using System.Text;

namespace IwTune.Shared.Wire;

/// <summary>
/// Invisible characters with an effect: they move a terminal's cursor, or reverse the order of the surrounding text (Unicode Technical
/// Report 36, section 2.5). One rule for input and for display.
/// </summary>
public static class ShownText
{
    private const int NonJoiner = 0x200C,
        Joiner = 0x200D; // needed to write Persian, Hindi and others

    /// <summary>True for control characters, ends of lines, and format characters except the two joiners.</summary>
    public static bool IsHidden(Rune rune) =>
        Rune.GetUnicodeCategory(rune) switch
        {
            UnicodeCategory.Control or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator => true,
            UnicodeCategory.Format => rune.Value is not (NonJoiner or Joiner),
            _ => false,
        };

    /// <summary>True when nothing in the text is hidden.</summary>
    public static bool IsPlain(ReadOnlySpan<char> text)
    {
        if (!text.ContainsAnyExceptInRange(' ', '~'))
            return true;
        foreach (var rune in text.EnumerateRunes())
        {
            if (IsHidden(rune))
                return false;
        }
        return true;
    }

    /// <summary>
    /// A hidden character as people can read it: <c>\u202e</c>. Beyond the first 65,536 it is the pair that JSON knows (RFC 8259 section
    /// 7), because the text may be a document.
    /// </summary>
    public static string Escape(Rune rune) =>
        string.Concat(rune.ToString().Select(unit => string.Create(CultureInfo.InvariantCulture, $"\\u{(int)unit:x4}")));

    /// <summary>
    /// The text as one line in which nothing is hidden: ends of lines and tabs are blanks, anything else that is hidden is escaped.
    /// </summary>
    public static string OneLine(string text) => Shown(text, static _ => " ");

    /// <summary>The text with its ends of lines and tabs; anything else that is hidden is escaped.</summary>
    public static string Lines(string text) => Shown(text, static rune => rune.ToString());

    private static string Shown(string text, Func<Rune, string> layout)
    {
        if (IsPlain(text))
            return text;
        var shown = new StringBuilder(text.Length);
        foreach (var rune in text.EnumerateRunes())
        {
            if (rune.Value is '\n' or '\r' or '\t')
                shown.Append(layout(rune));
            else if (IsHidden(rune))
                shown.Append(Escape(rune));
            else
                shown.Append(rune);
        }
        return shown.ToString();
    }
}
