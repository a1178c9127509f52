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
