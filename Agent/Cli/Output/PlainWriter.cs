using System.Text;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>
/// Escapes control characters in the output: a name from another host could control the terminal. The sequences of this program pass:
/// the colours of <see cref="Terminal.Paint"/>, <see cref="ProgressLine.Clear"/> and <see cref="StatusWatch.Clear"/>.
/// </summary>
internal static class PlainWriter
{
    private static readonly string[] Own =
    [
        "\r\n",
        ProgressLine.Clear,
        StatusWatch.Clear,
        "\e[0m",
        .. Enum.GetValues<Ink>().Where(ink => ink != Ink.Plain).Select(ink => $"\e[{(int)ink}m"),
    ];

    /// <summary>A writer that escapes what goes to this one, which is flushed after each text, not after each piece of it.</summary>
    /// <param name="inner">Writes it.</param>
    /// <param name="stream">Where that one writes UTF-8; <see langword="null"/> when it writes text.</param>
    public static PassingWriter Before(TextWriter inner, Stream? stream = null) =>
        new(
            inner,
            text =>
            {
                Write(inner, text);
                inner.Flush();
            },
            stream is null ? null : text => Write(stream, text)
        );

    /// <remarks>Of our own sequences a document has the end of a line alone.</remarks>
    private static void Write(Stream to, ReadOnlySpan<byte> text)
    {
        int before = -1,
            behind = -1,
            beyond = -1;
        var written = 0;
        for (var at = 0; at < text.Length; )
        {
            var rest = text[at..];
            if (before < at)
                before = Place(at, rest.IndexOfAnyInRange((byte)'\0', (byte)'\b'));
            if (behind < at)
                behind = Place(at, rest.IndexOfAnyInRange((byte)'\v', (byte)0x1f));
            if (beyond < at)
                beyond = Place(at, rest.IndexOfAnyExceptInRange((byte)'\0', (byte)'~'));
            at = Math.Min(Math.Min(before, behind), beyond);
            if (at >= text.Length)
                break;
            if (text[at..].StartsWith("\r\n"u8))
            {
                at += "\r\n"u8.Length;
                continue;
            }
            _ = Rune.DecodeFromUtf8(text[at..], out var rune, out var length);
            if (ShownText.IsHidden(rune))
            {
                to.Write(text[written..at]);
                to.Write(Encoding.UTF8.GetBytes(ShownText.Escape(rune)));
                written = at + length;
            }
            at += length;
        }
        to.Write(text[written..]);
    }

    private static void Write(TextWriter to, ReadOnlySpan<char> text)
    {
        // A search for a range takes many characters at once; one for any set of them takes each by itself.
        int before = -1,
            behind = -1,
            beyond = -1;
        for (var at = 0; at < text.Length; )
        {
            var rest = text[at..];
            if (before < at)
                before = Place(at, rest.IndexOfAnyInRange('\0', '\b'));
            if (behind < at)
                behind = Place(at, rest.IndexOfAnyInRange('\v', '\u001f'));
            if (beyond < at)
                beyond = Place(at, rest.IndexOfAnyExceptInRange('\0', '~'));
            var first = Math.Min(Math.Min(before, behind), Math.Min(beyond, text.Length));
            to.Write(text[at..first]);
            at = first < text.Length ? first + WriteFirst(to, text[first..]) : first;
        }
    }

    private static int Place(int from, int found) => found < 0 ? int.MaxValue : from + found;

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
