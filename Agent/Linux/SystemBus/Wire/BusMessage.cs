namespace IwTune.Agent.Linux.SystemBus.Wire;

/// <summary>What a message is (D-Bus Specification, "Message Format").</summary>
internal enum BusMessageType : byte
{
    Call = 1,
    Return = 2,
    Error = 3,
    Signal = 4,
}

/// <summary>One message.</summary>
internal sealed record BusMessage
{
    /// <summary>The fixed part of the header with the length of the rest of it.</summary>
    public const int Prologue = 16;

    /// <summary>The specification allows 128 MiB; the answers used here are kilobytes.</summary>
    public const int Longest = 4 << 20;

    private const byte NoReplyExpected = 1;
    private const byte Version = 1;

    public required BusMessageType Type { get; init; }

    public required uint Serial { get; init; }

    public bool WantsReply { get; init; } = true;

    public string? Path { get; init; }

    public string? Interface { get; init; }

    public string? Member { get; init; }

    public string? ErrorName { get; init; }

    public uint ReplySerial { get; init; }

    public string? Destination { get; init; }

    /// <summary>The bus itself writes it; a peer cannot choose it.</summary>
    public string? Sender { get; init; }

    public IReadOnlyList<BusValue> Body { get; init; } = [];

    /// <summary>The length of a whole message, from its first <see cref="Prologue"/> bytes.</summary>
    /// <exception cref="BusFormatException">No message begins like this, or it is longer than is read here.</exception>
    public static int LengthOf(ReadOnlySpan<byte> prologue)
    {
        var bigEndian = IsBigEndian(prologue);
        var lengths = new BusReader(prologue, 4, bigEndian).ReadAll("uuu");
        var total = Prologue + ((lengths[2].AsNumber!.Value + 7) & ~7UL) + lengths[0].AsNumber!.Value;
        return total <= Longest
            ? (int)total
            : throw new BusFormatException($"A message of {total} bytes is longer than the {Longest} that are read here.");
    }

    /// <summary>Reads a whole message.</summary>
    /// <exception cref="BusFormatException">It is none.</exception>
    public static BusMessage Read(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < Prologue || LengthOf(bytes[..Prologue]) != bytes.Length)
            throw new BusFormatException("A message is cut off.");
        var bigEndian = IsBigEndian(bytes);
        var reader = new BusReader(bytes, 0, bigEndian);
        var header = reader.ReadAll("yyyyuua(yv)");
        reader.Align(8);
        var fields = new BusHeaderFields(header[6]);
        var body = reader.ReadAll(fields.Text(8, 'g') ?? "");
        if (reader.Position != bytes.Length)
            throw new BusFormatException("A message has more bytes than its signature describes.");
        return new BusMessage
        {
            Type = (BusMessageType)header[1].AsNumber!.Value,
            WantsReply = (header[2].AsNumber!.Value & NoReplyExpected) == 0,
            Serial = (uint)header[5].AsNumber!.Value,
            Path = fields.Text(1, 'o'),
            Interface = fields.Text(2, 's'),
            Member = fields.Text(3, 's'),
            ErrorName = fields.Text(4, 's'),
            ReplySerial = fields.Number(5),
            Destination = fields.Text(6, 's'),
            Sender = fields.Text(7, 's'),
            Body = body,
        };
    }

    /// <summary>Writes the message.</summary>
    public byte[] Write(bool bigEndian = false)
    {
        var body = new BusWriter(bigEndian);
        foreach (var value in Body)
            body.Write(value);
        var header = new BusWriter(bigEndian)
            .Raw([(byte)(bigEndian ? 'B' : 'l'), (byte)Type, WantsReply ? (byte)0 : NoReplyExpected, Version])
            .Write(BusValue.Of((uint)body.Written.Length))
            .Write(BusValue.Of(Serial))
            .Write(BusHeaderFields.Of(this))
            .Align(8);
        return [.. header.Written, .. body.Written];
    }

    private static bool IsBigEndian(ReadOnlySpan<byte> bytes) =>
        (bytes[0], bytes[3]) switch
        {
            ((byte)'l', Version) => false,
            ((byte)'B', Version) => true,
            _ => throw new BusFormatException("The bytes do not begin a message of protocol version 1."),
        };
}
