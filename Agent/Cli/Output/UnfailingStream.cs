namespace IwTune.Agent.Cli.Output;

/// <summary>
/// Standard output or standard error. A full disk behind it or a closed descriptor must not end a verb between two routes, so output that
/// cannot be written is dropped, and the error is kept.
/// </summary>
internal sealed class UnfailingStream(Stream inner) : Stream
{
    private volatile Exception? _failure;

    /// <summary>Why something was dropped; <see langword="null"/> when everything was written.</summary>
    public Exception? Failure => _failure;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        try
        {
            inner.Write(buffer);
        }
        catch (Exception lost) when (lost is IOException or UnauthorizedAccessException)
        {
            _failure ??= lost;
        }
    }

    public override void Flush()
    {
        try
        {
            inner.Flush();
        }
        catch (Exception lost) when (lost is IOException or UnauthorizedAccessException)
        {
            _failure ??= lost;
        }
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
