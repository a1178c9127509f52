using System.Buffers;
using System.Text;

namespace IwTune.Agent.Cli.Output;

/// <summary>A stream of UTF-8 into a writer of text, so that a long document is never in memory as a whole.</summary>
internal sealed class Utf8Text(TextWriter to) : Stream
{
    // A character may be split between two pieces.
    private readonly Decoder _decoder = Encoding.UTF8.GetDecoder();

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
        var text = ArrayPool<char>.Shared.Rent(Encoding.UTF8.GetMaxCharCount(buffer.Length));
        to.Write(text.AsSpan(0, _decoder.GetChars(buffer, text, flush: false)));
        ArrayPool<char>.Shared.Return(text);
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Flush() { }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
