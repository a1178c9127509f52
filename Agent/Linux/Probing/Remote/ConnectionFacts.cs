using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>What struct tcp_info (include/uapi/linux/tcp.h) shows the receiving side.</summary>
/// <param name="State">1 is established, 7 closed (include/net/tcp_states.h).</param>
/// <param name="Mss">Payload of a full segment that the peer may send, bytes.</param>
/// <param name="RttMicroseconds">The least round-trip time seen; of a fresh connection, the handshake's.</param>
/// <param name="Retransmits">Segments retransmitted, SYNs included.</param>
/// <param name="WindowBytes">The window that the peer was given.</param>
/// <param name="BytesReceived">Payload taken in.</param>
/// <param name="SegmentsReceived">Segments with payload taken in; those the filter dropped are not among them.</param>
/// <param name="OutOfOrder">Segments of those that came before their predecessor; 0 before Linux 5.4, which does not report it.</param>
/// <param name="Announced">
/// The window that the peer announced last: of a fresh connection, that of its SYN-ACK. <see langword="null"/> before Linux 5.4, which does
/// not report it.
/// </param>
internal sealed record ConnectionFacts(
    int State,
    int Mss,
    long RttMicroseconds,
    int Retransmits,
    long WindowBytes,
    long BytesReceived,
    int SegmentsReceived,
    int OutOfOrder,
    SynAckWindow? Announced
)
{
    private const int IpProtoTcp = 6;
    private const int TcpInfoOption = 11;
    private const int Established = 1;

    public bool IsOpen => State == Established;

    /// <exception cref="SocketException">The socket is no TCP connection.</exception>
    public static ConnectionFacts Read(Socket connection)
    {
        Span<byte> raw = stackalloc byte[256];
        var length = connection.GetRawSocketOption(IpProtoTcp, TcpInfoOption, raw);
        return Parse(raw[..length]);
    }

    internal static ConnectionFacts Parse(ReadOnlySpan<byte> raw)
    {
        const int receiveThreshold = 64,
            rtt = 68,
            advertisedMss = 84,
            totalRetransmits = 100,
            bytesReceived = 128,
            minimalRtt = 148,
            dataSegmentsIn = 152,
            outOfOrder = 224,
            peerWindow = 228,
            window = 232;
        // Once connected, the options that every segment carries are subtracted from it (tcp_rcv_synsent_state_process,
        // net/ipv4/tcp_input.c).
        var mss = (int)At(raw, advertisedMss);
        // The window itself is reported since Linux 6.2; earlier kernels report the limit that it is made from.
        var given = raw.Length >= window + sizeof(uint) ? At(raw, window) : At(raw, receiveThreshold);
        var least = At(raw, minimalRtt) is > 0 and < uint.MaxValue and var seen ? seen : At(raw, rtt);
        var bytes = raw.Length >= bytesReceived + sizeof(ulong) ? (long)MemoryMarshal.Read<ulong>(raw[bytesReceived..]) : 0;
        return new(
            raw[0],
            mss,
            least,
            (int)At(raw, totalRetransmits),
            given,
            bytes,
            (int)At(raw, dataSegmentsIn),
            (int)At(raw, outOfOrder),
            raw.Length >= peerWindow + sizeof(uint) ? new SynAckWindow(At(raw, peerWindow), TcpInfo.PeerScale(raw)) : null
        );
    }

    private static uint At(ReadOnlySpan<byte> raw, int offset) =>
        raw.Length >= offset + sizeof(uint) ? MemoryMarshal.Read<uint>(raw[offset..]) : 0;
}
