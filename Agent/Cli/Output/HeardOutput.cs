using System.Text;

namespace IwTune.Agent.Cli.Output;

/// <summary>Passes everything to a writer and remembers its beginning.</summary>
internal sealed class HeardOutput
{
    private const int Most = 64 * 1024;

    private readonly StringBuilder _text = new();

    public HeardOutput(TextWriter inner) =>
        Writer = new PassingWriter(
            inner,
            text =>
            {
                _text.Append(text[..Math.Min(text.Length, Most - _text.Length)]);
                inner.Write(text);
            },
            inner is PassingWriter { } passing
                ? text =>
                {
                    if (_text.Length < Most)
                        _text.Append(Encoding.UTF8.GetString(text[..Math.Min(text.Length, Most - _text.Length)]));
                    passing.WriteUtf8(text);
                }
                : null
        );

    /// <summary>Where to write.</summary>
    public TextWriter Writer { get; }

    /// <summary>What was written; empty when nothing was. Only for when writing has ended.</summary>
    public string Text => _text.ToString();
}
