namespace IwTune.Shared.Compliance.Exports.Formats;

/// <summary>Takes a file while it is made a second time, and compares it with the file as it came. Nothing is kept of either.</summary>
/// <param name="file">The file as it came; closed with this stream.</param>
/// <param name="differs">Gets the place of the first difference.</param>
internal sealed class ComparedStream(UnpackedFile file, Action<long> differs) : Stream
{
    private readonly byte[] _buffer = new byte[1 << 16];
    private long _at;
    private bool _same = true,
        _closed;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => _at;

    public override long Position
    {
        get => _at;
        set => throw new NotSupportedException();
    }

    public override void Write(ReadOnlySpan<byte> made)
    {
        while (!made.IsEmpty)
        {
            var piece = made[..Math.Min(made.Length, _buffer.Length)];
            var read = file.ReadAtLeast(_buffer.AsSpan(0, piece.Length), piece.Length, throwOnEndOfStream: false);
            var same = piece.CommonPrefixLength(_buffer.AsSpan(0, read));
            if (same < piece.Length)
                Differs(_at + same);
            _at += piece.Length;
            made = made[piece.Length..];
        }
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Flush() { }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing && !_closed)
        {
            _closed = true;
            if (file.Read(_buffer.AsSpan(0, 1)) > 0)
                Differs(_at);
            file.Finish();
            file.Dispose();
        }
        base.Dispose(disposing);
    }

    private void Differs(long at)
    {
        if (_same)
            differs(at);
        _same = false;
    }
}
