using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Emulation;

/// <summary>The TCP header of a packet.</summary>
/// <param name="SourcePort">Where it comes from.</param>
/// <param name="DestinationPort">Where it goes.</param>
/// <param name="Sequence">Number of its first byte.</param>
/// <param name="Acknowledgement">The next byte that is expected back.</param>
/// <param name="Flags">FIN, SYN, RST, PSH, ACK, URG, ECE, CWR from the lowest bit on.</param>
/// <param name="Window">As it is written, unscaled.</param>
/// <param name="PayloadBytes">Bytes of data.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct TcpSegment(
    int SourcePort,
    int DestinationPort,
    uint Sequence,
    uint Acknowledgement,
    byte Flags,
    int Window,
    int PayloadBytes
)
{
    private const byte Tcp = 6;

    /// <summary>Opens a connection, or answers such a segment.</summary>
    public bool IsSyn => (Flags & 0x02) != 0;

    /// <summary>Reads the header from an IP packet.</summary>
    /// <returns>
    /// <see langword="null"/> for everything else: other protocols, fragments, IPv6 with extension headers, truncated packets.
    /// </returns>
    public static TcpSegment? Read(ReadOnlySpan<byte> packet)
    {
        var headers =
            packet.Length < 40
                ? 0
                : (packet[0] >> 4) switch
                {
                    // Neither more fragments nor an offset.
                    4 when packet[9] == Tcp && (BinaryPrimitives.ReadUInt16BigEndian(packet[6..]) & 0x3fff) == 0 => (packet[0] & 0xf) * 4,
                    6 when packet[6] == Tcp => 40,
                    _ => 0,
                };
        if (headers == 0 || packet.Length < headers + 20)
            return null;
        var tcp = packet[headers..];
        var data = (tcp[12] >> 4) * 4;
        if (data < 20 || tcp.Length < data)
            return null;
        return new TcpSegment(
            BinaryPrimitives.ReadUInt16BigEndian(tcp),
            BinaryPrimitives.ReadUInt16BigEndian(tcp[2..]),
            BinaryPrimitives.ReadUInt32BigEndian(tcp[4..]),
            BinaryPrimitives.ReadUInt32BigEndian(tcp[8..]),
            tcp[13],
            BinaryPrimitives.ReadUInt16BigEndian(tcp[14..]),
            tcp.Length - data
        );
    }
}
