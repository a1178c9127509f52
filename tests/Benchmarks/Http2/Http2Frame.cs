using System.Buffers;
using System.Buffers.Binary;

namespace IwTune.Benchmarks.Http2;

/// <summary>A frame of HTTP/2 (RFC 9113 §4.1).</summary>
internal readonly ref struct Http2Frame
{
    public const int HeadSize = 9;

    /// <summary>What a peer may send when the settings say nothing else (RFC 9113 §6.5.2).</summary>
    public const int MaxPayload = 16_384;

    public const byte EndStream = 0x1,
        Ack = 0x1,
        EndHeaders = 0x4,
        Padded = 0x8;

    private const int TypeAt = 3,
        FlagsAt = 4,
        StreamAt = 5;

    public FrameType Type { get; private init; }

    public byte Flags { get; private init; }

    public int Stream { get; private init; }

    public ReadOnlySpan<byte> Payload { get; private init; }

    /// <summary>Its size with the head; <see langword="null"/> while it is not all there.</summary>
    public static int? SizeIn(ReadOnlySpan<byte> buffer) =>
        buffer.Length >= HeadSize && HeadSize + (BinaryPrimitives.ReadInt32BigEndian(buffer) >> 8) is var size && buffer.Length >= size
            ? size
            : null;

    /// <param name="whole">From its first byte to its last.</param>
    public static Http2Frame Of(ReadOnlySpan<byte> whole) =>
        new()
        {
            Type = (FrameType)whole[TypeAt],
            Flags = whole[FlagsAt],
            Stream = BinaryPrimitives.ReadInt32BigEndian(whole[StreamAt..]) & int.MaxValue,
            Payload = whole[HeadSize..],
        };

    public static void Write(IBufferWriter<byte> to, FrameType type, byte flags, int stream, ReadOnlySpan<byte> payload)
    {
        var whole = to.GetSpan(HeadSize + payload.Length);
        BinaryPrimitives.WriteInt32BigEndian(whole, payload.Length << 8);
        (whole[TypeAt], whole[FlagsAt]) = ((byte)type, flags);
        BinaryPrimitives.WriteInt32BigEndian(whole[StreamAt..], stream);
        payload.CopyTo(whole[HeadSize..]);
        to.Advance(HeadSize + payload.Length);
    }
}
