using System.Buffers;
using System.Text;

namespace IwTune.Agent.Cli.Output;

/// <summary>UTF-8 into a writer of text, in large pieces, so that a long document is never in memory as a whole.</summary>
internal sealed class Utf8Text(TextWriter to) : IByteOutput
{
    private const int Piece = 16 * 1024;

    // A character may be split between two pieces.
    private readonly Decoder _decoder = Encoding.UTF8.GetDecoder();
    private readonly char[] _text = ArrayPool<char>.Shared.Rent(Piece);
    private int _length;

    public void Write(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            // The last character of a piece may take two places.
            if (_text.Length - _length < 2)
                Pass();
            _decoder.Convert(bytes, _text.AsSpan(_length), flush: false, out var read, out var written, out _);
            bytes = bytes[read..];
            _length += written;
        }
    }

    public void End()
    {
        Pass();
        ArrayPool<char>.Shared.Return(_text);
    }

    private void Pass()
    {
        to.Write(_text.AsSpan(0, _length));
        _length = 0;
    }
}
