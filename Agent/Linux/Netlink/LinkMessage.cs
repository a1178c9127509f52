using System.Runtime.InteropServices;
using System.Text;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>One network interface (RTM_NEWLINK).</summary>
/// <param name="Index">Its number, new with every boot.</param>
/// <param name="Name">Its name.</param>
/// <param name="Mtu">Bytes.</param>
/// <param name="IsUp">Administratively up.</param>
/// <param name="IsLoopback">The loopback device.</param>
/// <param name="HasNeighbours">It reaches several hosts and finds them itself (IFF_BROADCAST without IFF_NOARP); a tunnel does not.</param>
internal sealed record LinkMessage(int Index, string Name, int Mtu, bool IsUp, bool IsLoopback, bool HasNeighbours)
{
    private const int HeaderLength = 16;
    private const ushort NameAttribute = 3;
    private const ushort MtuAttribute = 4;
    private const uint Up = 0x1;
    private const uint Broadcast = 0x2;
    private const uint NoNeighbours = 0x80;
    private const uint Loopback = 0x8;

    public static byte[] DumpRequest() =>
        new NetlinkWriter().Bytes(new byte[HeaderLength]).ToMessage(MessageType.GetLink, RequestFlags.Request | RequestFlags.Dump);

    /// <exception cref="NetlinkFormatException">The bytes are not a link.</exception>
    public static LinkMessage Read(ReadOnlySpan<byte> raw)
    {
        if (raw.Length < HeaderLength)
            throw new NetlinkFormatException($"a link of {raw.Length} bytes is too short");
        var name = "";
        var mtu = 0;
        foreach (var attribute in new Attributes(raw[HeaderLength..]))
        {
            if (attribute.Type == NameAttribute)
                name = Encoding.UTF8.GetString(attribute.Payload).TrimEnd('\0');
            else if (attribute.Type == MtuAttribute)
                mtu = (int)attribute.UInt32;
        }
        var flags = MemoryMarshal.Read<uint>(raw[8..]);
        return new LinkMessage(
            MemoryMarshal.Read<int>(raw[4..]),
            name,
            mtu,
            (flags & Up) != 0,
            (flags & Loopback) != 0,
            (flags & (Broadcast | NoNeighbours)) == Broadcast
        );
    }
}
