using System.Buffers;
using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>Writes one netlink message: header, body, attributes. Numbers are in the host's byte order, as the kernel requires.</summary>
internal sealed class NetlinkWriter
{
    public const int MessageHeader = 16;
    public const int AttributeHeader = 4;

    private readonly ArrayBufferWriter<byte> _out = new(256);

    public static int Align(int length) => (length + 3) & ~3;

    public int Length => _out.WrittenCount;

    public NetlinkWriter Bytes(ReadOnlySpan<byte> bytes)
    {
        _out.Write(bytes);
        return this;
    }

    public NetlinkWriter Attribute(ushort rawType, ReadOnlySpan<byte> payload)
    {
        Span<ushort> header = [(ushort)(AttributeHeader + payload.Length), rawType];
        _out.Write(MemoryMarshal.AsBytes(header));
        _out.Write(payload);
        return Bytes(stackalloc byte[Align(payload.Length) - payload.Length]);
    }

    public NetlinkWriter UInt32(ushort rawType, uint value) => Attribute(rawType, MemoryMarshal.AsBytes(new ReadOnlySpan<uint>(in value)));

    public byte[] ToArray() => _out.WrittenSpan.ToArray();

    /// <summary>The whole message with its nlmsghdr. The socket fills in sequence and port.</summary>
    public byte[] ToMessage(MessageType type, RequestFlags flags)
    {
        var message = new byte[MessageHeader + _out.WrittenCount];
        var length = message.Length;
        MemoryMarshal.Write(message, in length);
        var kind = (ushort)type;
        MemoryMarshal.Write(message.AsSpan(4), in kind);
        var bits = (ushort)flags;
        MemoryMarshal.Write(message.AsSpan(6), in bits);
        _out.WrittenSpan.CopyTo(message.AsSpan(MessageHeader));
        return message;
    }
}
