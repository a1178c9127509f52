namespace IwTune.Agent.Cli.Output;

/// <summary>A document that is written as UTF-8 and passed on as it is. Its writer never divides a character.</summary>
internal sealed class Utf8Document(PassingWriter to) : Stream
{
    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Write(ReadOnlySpan<byte> buffer) => to.WriteUtf8(buffer);

    public override void Write(byte[] buffer, int offset, int count) => to.WriteUtf8(buffer.AsSpan(offset, count));

    public override void Flush() { }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
