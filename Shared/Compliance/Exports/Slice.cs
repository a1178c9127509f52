namespace IwTune.Shared.Compliance.Exports;

/// <summary>A part of a stream. Several slices can be read alternately.</summary>
/// <remarks>
/// Returns its last bytes one at a time: when the decompressor finishes before they are all read, something was appended to the packed
/// data.
/// </remarks>
internal sealed class Slice(Stream of, long start, long length) : Stream
{
    private const int Slow = 4096;
    private long _at;

    public long Left => length - _at;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => length;

    public override long Position
    {
        get => _at;
        set => throw new NotSupportedException();
    }

    public override int Read(Span<byte> buffer)
    {
        var most = Left > Slow ? Math.Min(buffer.Length, Left - Slow) : Math.Min(buffer.Length, Math.Min(Left, 1));
        if (most == 0)
            return 0;
        of.Position = start + _at;
        var read = of.Read(buffer[..(int)most]);
        _at += read;
        return read;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Flush() { }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
