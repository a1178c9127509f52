using System.Buffers.Binary;
using System.Text;
using IwTune.Shared.Statistics;

namespace IwTune.Fuzz.Guiding;

/// <summary>Makes an input from others: some random changes of one, as the havoc stage of AFL makes them.</summary>
/// <param name="random">Decides.</param>
/// <param name="words">Words of the grammar.</param>
/// <param name="longest">Bytes that an input has at most.</param>
internal sealed class Mutator(SeededRandom random, IReadOnlyList<string> words, int longest)
{
    // Where lengths, signs and powers of two end.
    private static readonly long[] Edges =
    [
        0,
        1,
        2,
        3,
        4,
        7,
        8,
        15,
        16,
        31,
        32,
        63,
        64,
        100,
        127,
        128,
        255,
        256,
        511,
        512,
        1000,
        1024,
        4095,
        4096,
        32767,
        32768,
        65535,
        65536,
        int.MaxValue,
        int.MaxValue + 1L,
        uint.MaxValue,
        uint.MaxValue + 1L,
        long.MaxValue,
        long.MinValue,
        -1,
        -2,
        -128,
    ];

    private readonly byte[][] _words = [.. words.Select(Encoding.UTF8.GetBytes)];
    private readonly byte[] _input = new byte[longest];
    private int _length;

    /// <param name="parent">Most of it stays.</param>
    /// <param name="other">Parts of it may come in.</param>
    public byte[] Of(byte[] parent, byte[] other)
    {
        _length = Math.Min(parent.Length, longest);
        parent.AsSpan(0, _length).CopyTo(_input);
        for (var changes = 1 << random.Below(5); changes > 0; changes--)
            Change(other);
        return _input.AsSpan(0, _length).ToArray();
    }

    private void Change(byte[] other)
    {
        if (_length == 0)
        {
            Insert(other);
            return;
        }
        var at = random.Below(_length);
        switch (random.Below(_words.Length > 0 ? 14 : 12))
        {
            case 0:
                _input[at] ^= (byte)(1 << random.Below(8));
                break;
            case 1:
                _input[at] = (byte)random.Next();
                break;
            case 2:
                _input[at] += (byte)(random.Below(71) - 35);
                break;
            case 3 or 4:
                Number(at);
                break;
            case 5 or 6:
                Cut(at, Span(_length - at));
                break;
            case 7:
                // A part once more: lists and nesting grow.
                Insert(at, _input.AsSpan(at, Span(_length - at)).ToArray());
                break;
            case 8:
                var from = random.Below(_length);
                var moved = _input.AsSpan(from, Span(_length - Math.Max(from, at))).ToArray();
                moved.CopyTo(_input, at);
                break;
            case 9:
                Insert(other);
                break;
            case 10:
                Digits(at);
                break;
            case 11:
                _input.AsSpan(at, Span(_length - at)).Fill((byte)(random.Below(2) == 0 ? _input[at] : random.Below(256)));
                break;
            case 12:
                Insert(at, _words[random.Below(_words.Length)]);
                break;
            default:
                var word = _words[random.Below(_words.Length)];
                word.AsSpan(0, Math.Min(word.Length, _length - at)).CopyTo(_input.AsSpan(at));
                break;
        }
    }

    // Short spans are more likely than long ones.
    private int Span(int most) => most == 0 ? 0 : 1 + random.Below(1 + random.Below(Math.Min(most, random.Below(8) == 0 ? most : 16)));

    private void Insert(byte[] other)
    {
        if (other.Length == 0)
            return;
        var from = random.Below(other.Length);
        Insert(_length == 0 ? 0 : random.Below(_length + 1), other.AsSpan(from, Span(other.Length - from)));
    }

    private void Insert(int at, ReadOnlySpan<byte> bytes)
    {
        if (_length + bytes.Length > longest)
            return;
        _input.AsSpan(at, _length - at).CopyTo(_input.AsSpan(at + bytes.Length));
        bytes.CopyTo(_input.AsSpan(at));
        _length += bytes.Length;
    }

    private void Cut(int at, int count)
    {
        _input.AsSpan(at + count, _length - at - count).CopyTo(_input.AsSpan(at));
        _length -= count;
    }

    private void Number(int at)
    {
        var number = Edges[random.Below(Edges.Length)];
        var place = _input.AsSpan(at, _length - at);
        var little = random.Below(2) == 0;
        switch (random.Below(4))
        {
            case 1 when place.Length >= 2 && little:
                BinaryPrimitives.WriteInt16LittleEndian(place, (short)number);
                break;
            case 1 when place.Length >= 2:
                BinaryPrimitives.WriteInt16BigEndian(place, (short)number);
                break;
            case 2 when place.Length >= 4 && little:
                BinaryPrimitives.WriteInt32LittleEndian(place, (int)number);
                break;
            case 2 when place.Length >= 4:
                BinaryPrimitives.WriteInt32BigEndian(place, (int)number);
                break;
            case 3 when place.Length >= 8 && little:
                BinaryPrimitives.WriteInt64LittleEndian(place, number);
                break;
            case 3 when place.Length >= 8:
                BinaryPrimitives.WriteInt64BigEndian(place, number);
                break;
            default:
                place[0] = (byte)number;
                break;
        }
    }

    // The written number at or behind a place becomes another one.
    private void Digits(int at)
    {
        while (at < _length && !char.IsAsciiDigit((char)_input[at]))
            at++;
        var end = at;
        while (end < _length && char.IsAsciiDigit((char)_input[end]))
            end++;
        if (at == end)
            return;
        Cut(at, end - at);
        Insert(at, Encoding.ASCII.GetBytes(FormattableString.Invariant($"{Edges[random.Below(Edges.Length)]}")));
    }
}
