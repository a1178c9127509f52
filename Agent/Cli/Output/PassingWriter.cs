using System.Text;

namespace IwTune.Agent.Cli.Output;

/// <summary>A writer before another one, which sees everything that is written in one place.</summary>
internal abstract class PassingWriter(TextWriter inner) : TextWriter
{
    public override Encoding Encoding => Inner.Encoding;

    protected TextWriter Inner => inner;

    public override void Write(char value) => Write([value]);

    public override void Write(string? value) => Write(value.AsSpan());

    public override void WriteLine(string? value) => Write($"{value}{NewLine}".AsSpan());

    public override void Write(char[] buffer, int index, int count) => Write(buffer.AsSpan(index, count));

    public abstract override void Write(ReadOnlySpan<char> buffer);

    public override void Flush() => Inner.Flush();
}
