using System.Text;

namespace IwTune.Agent.Cli.Output;

/// <summary>
/// A writer in front of another one: everything that is written goes through one function, one text after the other.
/// </summary>
/// <param name="inner">The other writer.</param>
/// <param name="pass">Gets each text, and writes what it makes of it.</param>
/// <param name="utf8">The same for text that is UTF-8 already; without it that is decoded first.</param>
internal sealed class PassingWriter(TextWriter inner, PassingWriter.Pass<char> pass, PassingWriter.Pass<byte>? utf8 = null) : TextWriter
{
    /// <summary>Gets a text.</summary>
    public delegate void Pass<T>(ReadOnlySpan<T> text);

    private readonly object _one = new();

    public override Encoding Encoding => inner.Encoding;

    public override void Write(char value) => Write([value]);

    public override void Write(string? value) => Write(value.AsSpan());

    public override void WriteLine(string? value) => Write($"{value}{NewLine}".AsSpan());

    public override void Write(char[] buffer, int index, int count) => Write(buffer.AsSpan(index, count));

    public override void Write(ReadOnlySpan<char> buffer)
    {
        lock (_one)
            pass(buffer);
    }

    // Those of the framework take another thread for each text.

    public override Task WriteAsync(char value)
    {
        Write(value);
        return Task.CompletedTask;
    }

    public override Task WriteAsync(string? value)
    {
        Write(value);
        return Task.CompletedTask;
    }

    public override Task WriteLineAsync(string? value)
    {
        WriteLine(value);
        return Task.CompletedTask;
    }

    /// <summary>Writes text that is UTF-8 already.</summary>
    /// <param name="text">Whole characters.</param>
    public void WriteUtf8(ReadOnlySpan<byte> text)
    {
        if (utf8 is null)
        {
            Write(Encoding.UTF8.GetString(text));
            return;
        }
        lock (_one)
            utf8(text);
    }

    public override void Flush()
    {
        lock (_one)
            inner.Flush();
    }
}
