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

    /// <summary>A writer that escapes what goes to this one.</summary>
    public static TextWriter Before(TextWriter inner) =>
        new PassingWriter(
            inner,
            text =>
            {
                if (text.ContainsAnyExcept(Harmless))
                    inner.Write(Shown(text));
                else
                    inner.Write(text);
            }
        );

    private static string Shown(ReadOnlySpan<char> text)
    {
        var shown = new StringBuilder(text.Length);
        while (!text.IsEmpty)
        {
            var own = OwnLength(text);
            if (own > 0)
            {
                shown.Append(text[..own]);
                text = text[own..];
                continue;
            }
            _ = Rune.DecodeFromUtf16(text, out var rune, out var length);
            if (rune.Value is '\n' or '\t' || !ShownText.IsHidden(rune))
                shown.Append(text[..length]);
            else
                shown.Append(ShownText.Escape(rune));
            text = text[length..];
        }
        return shown.ToString();
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
