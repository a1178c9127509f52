using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>One message of a datagram.</summary>
/// <param name="Type">What it is.</param>
/// <param name="Flags">nlmsg_flags.</param>
/// <param name="Sequence">The request it answers; 0 for a notification.</param>
/// <param name="Port">For a notification, the port of the socket that made the change.</param>
/// <param name="Body">What follows the header.</param>
internal readonly record struct NetlinkMessage(MessageType Type, AnswerFlags Flags, uint Sequence, uint Port, ReadOnlyMemory<byte> Body)
{
    /// <summary>Takes the first message off a datagram.</summary>
    /// <returns><see langword="false"/> at the end.</returns>
    /// <exception cref="NetlinkFormatException">The header's length does not fit the bytes.</exception>
    public static bool TryTake(ref ReadOnlyMemory<byte> datagram, out NetlinkMessage message)
    {
        message = default;
        if (datagram.IsEmpty)
            return false;
        var bytes = datagram.Span;
        if (bytes.Length < NetlinkWriter.MessageHeader)
            throw new NetlinkFormatException($"{bytes.Length} bytes are left, too few for a message header of 16 bytes");
        var length = MemoryMarshal.Read<uint>(bytes);
        if (length < NetlinkWriter.MessageHeader || length > bytes.Length)
            throw new NetlinkFormatException($"a message claims {length} bytes, but {bytes.Length} are left");
        message = new NetlinkMessage(
            (MessageType)MemoryMarshal.Read<ushort>(bytes[4..]),
            (AnswerFlags)MemoryMarshal.Read<ushort>(bytes[6..]),
            MemoryMarshal.Read<uint>(bytes[8..]),
            MemoryMarshal.Read<uint>(bytes[12..]),
            datagram[NetlinkWriter.MessageHeader..(int)length]
        );
        datagram = datagram[Math.Min(NetlinkWriter.Align((int)length), datagram.Length)..];
        return true;
    }
}
