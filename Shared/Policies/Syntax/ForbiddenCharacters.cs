namespace IwTune.Shared.Policies.Syntax;

/// <summary>
/// Characters that make a document look other than it is: control characters, bidirectional overrides
/// (Unicode TR36 §3.6; "Trojan Source", CVE-2021-42574), broken surrogates.
/// </summary>
internal static class ForbiddenCharacters
{
    internal static void Find(string text, Findings findings)
    {
        int line = 1,
            column = 1;
        for (var i = 0; i < text.Length; i++)
        {
            var character = text[i];
            if (character == '\n')
            {
                (line, column) = (line + 1, 1);
                continue;
            }
            if (Complaint(text, i) is { } complaint)
                findings.Problem(complaint, line, column);
            if (char.IsHighSurrogate(character) && i + 1 < text.Length && char.IsLowSurrogate(text[i + 1]))
                i++;
            column++;
        }
    }

    private static string? Complaint(string text, int i) =>
        text[i] switch
        {
            '\t' => null,
            '\r' when i + 1 < text.Length && text[i + 1] == '\n' => null,
            '\r' => "a carriage return without a line feed; save the document with LF or CRLF line endings",
            < ' ' or (>= '\u007f' and <= '\u009f') => $"the control character U+{(int)text[i]:X4} is not allowed; remove it",
            (>= '\u202a' and <= '\u202e') or (>= '\u2066' and <= '\u2069') =>
                $"the bidirectional control U+{(int)text[i]:X4} changes how the text looks; remove it",
            >= '\ud800' and <= '\udfff' when !WholePair(text, i) => "half of a character (a lone surrogate); save the document as UTF-8",
            _ => null,
        };

    private static bool WholePair(string text, int i) =>
        char.IsHighSurrogate(text[i]) && i + 1 < text.Length && char.IsLowSurrogate(text[i + 1]);
}
