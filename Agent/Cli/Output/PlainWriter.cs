using System.Buffers;
using System.Text;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>
/// Shows what names of other hosts hide instead of doing it: a terminal obeys whatever it is sent. Only what this program itself writes passes:
/// colours of <see cref="Terminal.Paint"/>, and the beginning of a line that is written over.
/// </summary>
internal sealed class PlainWriter(TextWriter inner) : TextWriter
{
    private static readonly SearchValues<char> Harmless = SearchValues.Create([.. Enumerable.Range(' ', '~' - ' ' + 1).Select(c => (char)c), '\n', '\t']);

    private static readonly string[] Own = ["\r\n", ProgressLine.Clear, "\e[0m", .. Enum.GetValues<Ink>().Where(ink => ink != Ink.Plain).Select(ink => $"\e[{(int)ink}m")];

    public override Encoding Encoding => inner.Encoding;

    public override void Write(char value) => Write([value]);

    public override void Write(string? value) => Write(value.AsSpan());

    public override void WriteLine(string? value) => Write($"{value}{NewLine}".AsSpan());

    public override void Write(char[] buffer, int index, int count) => Write(buffer.AsSpan(index, count));

    public override void Write(ReadOnlySpan<char> buffer)
    {
        if (buffer.ContainsAnyExcept(Harmless))
            inner.Write(Shown(buffer));
        else
            inner.Write(buffer);
    }

    public override void Flush() => inner.Flush();

    internal static string Shown(ReadOnlySpan<char> text)
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
