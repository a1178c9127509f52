namespace IwTune.Agent.Cli.Output;

/// <summary>An output for those who write to a stream.</summary>
internal sealed class WriteOnlyStream(IByteOutput output) : Stream
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

    public override void Write(ReadOnlySpan<byte> buffer) => output.Write(buffer);

    public override void Write(byte[] buffer, int offset, int count) => output.Write(buffer.AsSpan(offset, count));

    public override void Flush() => output.Flush();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            output.End();
        base.Dispose(disposing);
    }
}
