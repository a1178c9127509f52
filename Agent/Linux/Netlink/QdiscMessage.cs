using System.Runtime.InteropServices;
using System.Text;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>A queueing discipline of an interface (RTM_NEWQDISC, struct tcmsg).</summary>
/// <param name="Interface">The interface's index.</param>
/// <param name="Kind"><c>fq</c>, <c>fq_codel</c>, <c>pfifo_fast</c>, <c>mq</c>, …</param>
/// <param name="IsRoot">It is the interface's own, and not part of another.</param>
/// <param name="Packets">What it has sent, in packets as the kernel queues them: a segment that the card splits is one.</param>
/// <param name="Drops">Packets that it has dropped.</param>
internal readonly record struct QdiscMessage(int Interface, string Kind, bool IsRoot, long Packets, long Drops)
{
    private const int HeaderLength = 20;
    private const int ParentOffset = 12;
    private const uint Root = 0xFFFFFFFF; // TC_H_ROOT
    private const ushort KindAttribute = 1; // TCA_KIND
    private const ushort Statistics = 7; // TCA_STATS2, include/uapi/linux/gen_stats.h
    private const ushort Basic = 1; // TCA_STATS_BASIC: bytes, 64 bits, and packets
    private const ushort Queue = 3; // TCA_STATS_QUEUE: length, backlog, drops, …

    public static byte[] DumpRequest() =>
        new NetlinkWriter().Bytes(new byte[HeaderLength]).ToMessage(MessageType.GetQdisc, RequestFlags.Request | RequestFlags.Dump);

    /// <exception cref="NetlinkFormatException">The bytes are no queueing discipline.</exception>
    public static QdiscMessage Read(ReadOnlySpan<byte> raw)
    {
        if (raw.Length < HeaderLength)
            throw new NetlinkFormatException($"a queueing discipline of {raw.Length} bytes is too short");
        var kind = "";
        long packets = 0,
            drops = 0;
        foreach (var attribute in new Attributes(raw[HeaderLength..]))
        {
            if (attribute.Type == KindAttribute)
                kind = Encoding.ASCII.GetString(attribute.Payload).TrimEnd('\0');
            else if (attribute.Type == Statistics)
                (packets, drops) = Counts(attribute.Payload);
        }
        return new QdiscMessage(
            MemoryMarshal.Read<int>(raw[4..]),
            kind,
            MemoryMarshal.Read<uint>(raw[ParentOffset..]) == Root,
            packets,
            drops
        );
    }

    private static (long Packets, long Drops) Counts(ReadOnlySpan<byte> nested)
    {
        long packets = 0,
            drops = 0;
        foreach (var attribute in new Attributes(nested))
        {
            if (attribute.Type == Basic && attribute.Payload.Length >= 12)
                packets = MemoryMarshal.Read<uint>(attribute.Payload[8..]);
            else if (attribute.Type == Queue && attribute.Payload.Length >= 12)
                drops = MemoryMarshal.Read<uint>(attribute.Payload[8..]);
        }
        return (packets, drops);
    }
}
