using System.Buffers.Binary;
using System.Text;

namespace IwTune.Agent.Linux.SystemBus.Wire;

/// <summary>
/// Reads values from a message (D-Bus Specification, "Marshaling"). Every length is checked against the available bytes before it is used.
/// </summary>
/// <param name="message">The whole message: alignment counts from its start.</param>
/// <param name="position">Where to begin.</param>
/// <param name="bigEndian">The message's byte order.</param>
internal ref struct BusReader(ReadOnlySpan<byte> message, int position, bool bigEndian)
{
    /// <summary>The specification's limit for nested containers, variants included.</summary>
    private const int DeepestNesting = 64;

    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private readonly ReadOnlySpan<byte> _message = message;
    private int _position = position;

    /// <summary>Where the next value's padding begins.</summary>
    public readonly int Position => _position;

    /// <summary>Reads every value of a signature.</summary>
    /// <exception cref="BusFormatException">The bytes are not such values.</exception>
    public List<BusValue> ReadAll(string signature)
    {
        var values = new List<BusValue>();
        for (var at = 0; at < signature.Length; )
        {
            var length = BusSignature.FirstLength(signature.AsSpan(at));
            values.Add(Read(signature.AsSpan(at, length), 0));
            at += length;
        }
        return values;
    }

    /// <summary>Steps over padding.</summary>
    public void Align(int alignment)
    {
        var aligned = (_position + alignment - 1) & -alignment;
        Take(aligned - _position);
    }

    private BusValue Read(ReadOnlySpan<char> type, int depth)
    {
        if (depth > DeepestNesting)
            throw new BusFormatException("Values are nested too deeply.");
        Align(BusSignature.Alignment(type[0]));
        return type[0] switch
        {
            's' or 'o' => new BusValue.Text(type[0], ReadText((int)Math.Min(ReadFixed('u'), int.MaxValue))),
            'g' => new BusValue.Text('g', ReadText((int)ReadFixed('y'))),
            'v' => ReadVariant(depth),
            'a' => ReadArray(type[1..], depth),
            '(' => new BusValue.Struct(ReadFields(type[1..^1], depth)),
            '{' => ReadFields(type[1..^1], depth) is [var key, var value]
                ? new BusValue.Entry(key, value)
                : throw new BusFormatException("An entry has a key and a value."),
            'b' => ReadFixed('b') is var bits and <= 1
                ? new BusValue.Fixed('b', bits)
                : throw new BusFormatException("A truth value is 0 or 1."),
            var number => new BusValue.Fixed(number, ReadFixed(number)),
        };
    }

    private BusValue.Variant ReadVariant(int depth)
    {
        var type = ReadText((int)ReadFixed('y'));
        return BusSignature.FirstLength(type) == type.Length
            ? new BusValue.Variant(Read(type, depth + 1))
            : throw new BusFormatException("A variant holds one value.");
    }

    private BusValue ReadArray(ReadOnlySpan<char> of, int depth)
    {
        var length = (int)Math.Min(ReadFixed('u'), int.MaxValue);
        Align(BusSignature.Alignment(of[0]));
        if (length > _message.Length - _position)
            throw new BusFormatException("An array is longer than its message.");
        if (of is "y")
            return new BusValue.Bytes(Take(length).ToArray());
        var end = _position + length;
        var items = new List<BusValue>();
        while (_position < end)
            items.Add(Read(of, depth + 1));
        return _position == end ? new BusValue.Array(of.ToString(), items) : throw new BusFormatException("An array ends inside an item.");
    }

    private List<BusValue> ReadFields(ReadOnlySpan<char> types, int depth)
    {
        var fields = new List<BusValue>();
        while (!types.IsEmpty)
        {
            var length = BusSignature.FirstLength(types);
            fields.Add(Read(types[..length], depth + 1));
            types = types[length..];
        }
        return fields;
    }

    private ulong ReadFixed(char type)
    {
        var width = BusSignature.Width(type);
        Align(width);
        var bytes = Take(width);
        return (width, bigEndian) switch
        {
            (1, _) => bytes[0],
            (2, false) => BinaryPrimitives.ReadUInt16LittleEndian(bytes),
            (2, true) => BinaryPrimitives.ReadUInt16BigEndian(bytes),
            (4, false) => BinaryPrimitives.ReadUInt32LittleEndian(bytes),
            (4, true) => BinaryPrimitives.ReadUInt32BigEndian(bytes),
            (_, false) => BinaryPrimitives.ReadUInt64LittleEndian(bytes),
            (_, true) => BinaryPrimitives.ReadUInt64BigEndian(bytes),
        };
    }

    /// <summary>Text ends with a zero byte that its length does not count, and holds none.</summary>
    private string ReadText(int length)
    {
        var bytes = Take(length);
        if (Take(1)[0] != 0 || bytes.Contains((byte)0))
            throw new BusFormatException("Text does not end with a zero byte.");
        try
        {
            return Strict.GetString(bytes);
        }
        catch (DecoderFallbackException broken)
        {
            throw new BusFormatException("Text is not UTF-8.", broken);
        }
    }

    private ReadOnlySpan<byte> Take(int length)
    {
        if (length < 0 || length > _message.Length - _position)
            throw new BusFormatException("The message ends inside a value.");
        var taken = _message.Slice(_position, length);
        _position += length;
        return taken;
    }
}
