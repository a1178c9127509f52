using System.Text;

namespace IwTune.Shared.Compliance.Exports.Formats;

/// <summary>Any text as text of XML or HTML.</summary>
internal static class XmlText
{
    /// <summary>
    /// XML 1.0 has no control characters but tab and line feed, not even escaped: their pictures (U+2400) stand for them, and U+FFFD for
    /// what is no character.
    /// </summary>
    public static string Of(string text)
    {
        var xml = new StringBuilder(text.Length + 16);
        foreach (var rune in text.EnumerateRunes())
            _ = rune.Value switch
            {
                '&' => xml.Append("&amp;"),
                '<' => xml.Append("&lt;"),
                '>' => xml.Append("&gt;"),
                '"' => xml.Append("&quot;"),
                < ' ' and not '\t' and not '\n' => xml.Append((char)('\u2400' + rune.Value)),
                0xfffe or 0xffff => xml.Append('\ufffd'),
                _ => xml.Append(rune.ToString()),
            };
        return xml.ToString();
    }
}
