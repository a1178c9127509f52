using System.Text;

namespace IwTune.Agent.Cli.Output;

/// <summary>Passes everything on, and remembers the beginning of it.</summary>
internal sealed class HeardWriter(TextWriter inner) : PassingWriter(inner)
{
    private const int Most = 64 * 1024;

    private readonly StringBuilder _heard = new();

    /// <summary>What was written; empty when nothing was.</summary>
    public string Heard
    {
        get
        {
            lock (_heard)
                return _heard.ToString();
        }
    }

    public override void Write(ReadOnlySpan<char> buffer)
    {
        lock (_heard)
            _heard.Append(buffer[..Math.Min(buffer.Length, Most - _heard.Length)]);
        Inner.Write(buffer);
    }
}
