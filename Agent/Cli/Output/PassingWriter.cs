using System.Text;

namespace IwTune.Agent.Cli.Output;

/// <summary>A writer in front of another one: everything that is written goes through one function.</summary>
internal sealed class PassingWriter(TextWriter inner, PassingWriter.Pass pass) : TextWriter
{
    /// <summary>Gets each text, and writes what it makes of it.</summary>
    public delegate void Pass(ReadOnlySpan<char> text);

    public override Encoding Encoding => inner.Encoding;

    public override void Write(char value) => pass([value]);

    public override void Write(string? value) => pass(value.AsSpan());

    public override void WriteLine(string? value) => pass($"{value}{NewLine}".AsSpan());

    public override void Write(char[] buffer, int index, int count) => pass(buffer.AsSpan(index, count));

    public override void Write(ReadOnlySpan<char> buffer) => pass(buffer);

    public override void Flush() => inner.Flush();
}
