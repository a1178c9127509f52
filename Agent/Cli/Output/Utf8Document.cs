namespace IwTune.Agent.Cli.Output;

/// <summary>A document that is written as UTF-8 and passed on as it is. Its writer never divides a character.</summary>
internal sealed class Utf8Document(PassingWriter to) : IByteOutput
{
    public void Write(ReadOnlySpan<byte> bytes) => to.WriteUtf8(bytes);
}
