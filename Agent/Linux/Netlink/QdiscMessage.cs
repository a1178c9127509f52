using System.Runtime.InteropServices;
using System.Text;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>A queueing discipline of an interface (RTM_NEWQDISC, struct tcmsg).</summary>
/// <param name="Interface">The interface's index.</param>
/// <param name="Kind"><c>fq</c>, <c>fq_codel</c>, <c>pfifo_fast</c>, <c>mq</c>, …</param>
internal readonly record struct QdiscMessage(int Interface, string Kind)
{
    private const int HeaderLength = 20;
    private const ushort KindAttribute = 1;

    public static byte[] DumpRequest() =>
        new NetlinkWriter().Bytes(new byte[HeaderLength]).ToMessage(MessageType.GetQdisc, RequestFlags.Request | RequestFlags.Dump);

    /// <exception cref="NetlinkFormatException">The bytes are no queueing discipline.</exception>
    public static QdiscMessage Read(ReadOnlySpan<byte> raw)
    {
        if (raw.Length < HeaderLength)
            throw new NetlinkFormatException($"a queueing discipline of {raw.Length} bytes is too short");
        var kind = "";
        foreach (var attribute in new Attributes(raw[HeaderLength..]))
        {
            if (attribute.Type == KindAttribute)
                kind = Encoding.ASCII.GetString(attribute.Payload).TrimEnd('\0');
        }
        return new QdiscMessage(MemoryMarshal.Read<int>(raw[4..]), kind);
    }
}
