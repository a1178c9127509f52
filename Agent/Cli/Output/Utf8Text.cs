using System.Buffers;
using System.Text;

namespace IwTune.Agent.Cli.Output;

/// <summary>A stream of UTF-8 into a writer of text, in large pieces, so that a long document is never in memory as a whole.</summary>
internal sealed class Utf8Text(TextWriter to) : Stream
{
    private const int Piece = 16 * 1024;

    // A character may be split between two pieces.
    private readonly Decoder _decoder = Encoding.UTF8.GetDecoder();
    private readonly char[] _text = ArrayPool<char>.Shared.Rent(Piece);
    private int _length;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        while (!buffer.IsEmpty)
        {
            // The last character of a piece may take two places.
            if (_text.Length - _length < 2)
                Pass();
            _decoder.Convert(buffer, _text.AsSpan(_length), flush: false, out var read, out var written, out _);
            buffer = buffer[read..];
            _length += written;
        }
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Flush() { }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        Pass();
        ArrayPool<char>.Shared.Return(_text);
        base.Dispose(disposing);
    }

    private void Pass()
    {
        to.Write(_text.AsSpan(0, _length));
        _length = 0;
    }
}
