using System.Text;

namespace IwTune.Agent.Cli.Output;

/// <summary>Passes everything on, and remembers the beginning of it.</summary>
internal sealed class HeardWriter(TextWriter inner) : TextWriter
{
    private const int Most = 64 * 1024;

    private readonly StringBuilder _heard = new();

    public override Encoding Encoding => inner.Encoding;

    /// <summary>What was written; empty when nothing was.</summary>
    public string Heard
    {
        get
        {
            lock (_heard)
                return _heard.ToString();
        }
    }

    public override void Write(char value) => Write([value]);

    public override void Write(string? value) => Write(value.AsSpan());

    public override void WriteLine(string? value) => Write($"{value}{NewLine}".AsSpan());

    public override void Write(char[] buffer, int index, int count) => Write(buffer.AsSpan(index, count));

    public override void Write(ReadOnlySpan<char> buffer)
    {
        lock (_heard)
            _heard.Append(buffer[..Math.Min(buffer.Length, Most - _heard.Length)]);
        inner.Write(buffer);
    }

    public override void Flush() => inner.Flush();
}
