using System.Buffers;
using System.Text;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>
/// Escapes control characters in the output: a name from another host could control the terminal. The sequences of this program pass:
/// the colours of <see cref="Terminal.Paint"/>, <see cref="ProgressLine.Clear"/> and <see cref="StatusWatch.Clear"/>.
/// </summary>
internal static class PlainWriter
{
    private static readonly SearchValues<char> Harmless = SearchValues.Create([
        .. Enumerable.Range(' ', '~' - ' ' + 1).Select(c => (char)c),
        '\n',
        '\t',
    ]);

    private static readonly string[] Own =
    [
        "\r\n",
        ProgressLine.Clear,
        StatusWatch.Clear,
        "\e[0m",
        .. Enum.GetValues<Ink>().Where(ink => ink != Ink.Plain).Select(ink => $"\e[{(int)ink}m"),
    ];

    /// <summary>A writer that escapes what goes to this one, which is flushed after each text, not after each piece of it.</summary>
    public static TextWriter Before(TextWriter inner) =>
        new PassingWriter(
            inner,
            text =>
            {
                Write(inner, text);
                inner.Flush();
            }
        );

    private static void Write(TextWriter to, ReadOnlySpan<char> text)
    {
        // Almost every text is harmless as a whole, and these searches take many characters at once.
        if (!text.ContainsAnyInRange('\0', '\b') && !text.ContainsAnyInRange('\v', '\u001f') && !text.ContainsAnyExceptInRange('\0', '~'))
        {
            to.Write(text);
            return;
        }
        while (!text.IsEmpty)
        {
            var harmless = text.IndexOfAnyExcept(Harmless) is >= 0 and var first ? first : text.Length;
            to.Write(text[..harmless]);
            text = text[harmless..];
            text = text.IsEmpty ? text : text[WriteFirst(to, text)..];
        }
    }

    /// <returns>How many characters were written.</returns>
    private static int WriteFirst(TextWriter to, ReadOnlySpan<char> text)
    {
        if (OwnLength(text) is > 0 and var own)
        {
            to.Write(text[..own]);
            return own;
        }
        _ = Rune.DecodeFromUtf16(text, out var rune, out var length);
        if (ShownText.IsHidden(rune))
            to.Write(ShownText.Escape(rune));
        else
            to.Write(text[..length]);
        return length;
    }

    private static int OwnLength(ReadOnlySpan<char> text)
    {
        if (text[0] is not ('\r' or '\e'))
            return 0;
        foreach (var own in Own)
        {
            if (text.StartsWith(own, StringComparison.Ordinal))
                return own.Length;
        }
        return 0;
    }
}
