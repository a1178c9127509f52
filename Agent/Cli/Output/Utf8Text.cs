using System.Buffers;
using System.Text;

namespace IwTune.Agent.Cli.Output;

/// <summary>A stream of UTF-8 into a writer of text, in large pieces, so that a long document is never in memory as a whole.</summary>
internal sealed class Utf8Text(TextWriter to) : WriteOnlyStream
{
    private const int Piece = 16 * 1024;

    // A character may be split between two pieces.
    private readonly Decoder _decoder = Encoding.UTF8.GetDecoder();
    private readonly char[] _text = ArrayPool<char>.Shared.Rent(Piece);
    private int _length;

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
