using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;
using IwTune.Agent.Engine.RoundTrips;

namespace IwTune.Agent.Linux.Probing;

/// <summary>
/// What the kernel reports about one TCP connection (struct tcp_info, include/uapi/linux/tcp.h). Right after the handshake, before any
/// data, the congestion window is the initial window that the connection got.
/// </summary>
public sealed record TcpInfo
{
    private const int IpProtoTcp = 6;
    private const int TcpInfoOption = 11;
    private const int TcpCongestionOption = 13;
    private const int OptionsOffset = 5;
    private const int RateFlagsOffset = 7;
    private const int HeldByApplication = 1;

    /// <summary>TCP_INFINITE_SSTHRESH.</summary>
    private const int NoThreshold = 0x7fffffff;

    private const int TotalRetransmitsOffset = 100;
    private const int DataSegmentsOutOffset = 156;
    private const int ScalesOffset = 6;
    private const int TimeStamps = 1;
    private const int SelectiveAcks = 2;
    private const int Scaling = 4;
    private const int TimeStampsLength = 12;

    /// <summary>Sender's maximum segment size, bytes.</summary>
    public int SendMss { get; init; }

    /// <summary>What the other end offered in its SYN or SYN-ACK.</summary>
    public HandshakeAnswer? Answer { get; init; }

    /// <summary>Congestion window, segments.</summary>
    public int SendCwnd { get; init; }

    /// <summary>Smoothed round-trip time.</summary>
    public long RttMicroseconds { get; init; }

    /// <summary>Slow-start threshold, segments; <see langword="null"/> while the connection has never left slow start.</summary>
    public int? SlowStartThreshold { get; init; }

    /// <summary>
    /// Bytes a second at which data was acknowledged last; <see langword="null"/> when none was measured, or before Linux 4.9.
    /// </summary>
    public long? DeliveryRate { get; init; }

    /// <summary>True when that rate was measured while there was nothing more to send.</summary>
    public bool DeliveryHeldByApplication { get; init; }

    /// <summary>Bytes acknowledged, SYN and FIN as one each; <see langword="null"/> before Linux 4.1.</summary>
    public long? BytesAcknowledged { get; init; }

    /// <summary>Segments retransmitted since the connection began, SYNs included.</summary>
    public int TotalRetransmits { get; init; }

    /// <summary>Segments with data sent; 0 while the window is still the initial one.</summary>
    public int DataSegmentsOut { get; init; }

    /// <summary>The window the peer announces; <see langword="null"/> before Linux 5.4.</summary>
    public long? PeerWindowBytes { get; init; }

    /// <summary>The window this host announces; <see langword="null"/> before Linux 6.2.</summary>
    public long? OwnWindowBytes { get; init; }

    /// <summary>
    /// The largest segment that this host announced in its SYN, bytes: the kernel subtracts the 12 bytes of timestamps once both sides use
    /// them.
    /// </summary>
    public int AdvertisedMss { get; init; }

    /// <summary>Smallest round-trip time seen; <see langword="null"/> when none was measured or the kernel does not report it.</summary>
    public long? MinRttMicroseconds { get; init; }

    /// <summary>Bytes a second the kernel would pace at.</summary>
    public ulong PacingRate { get; init; }

    /// <summary>Bytes of data sent, retransmissions included; <see langword="null"/> before Linux 4.19.</summary>
    public long? BytesSent { get; init; }

    /// <summary>Bytes of data retransmitted; <see langword="null"/> before Linux 4.19.</summary>
    public long? BytesSentAgain { get; init; }

    /// <summary>Segments delivered whose acknowledgement reported an ECN mark; <see langword="null"/> before Linux 4.18.</summary>
    public long? DeliveredMarked { get; init; }

    /// <summary>Time that data was in flight or waited to be sent; <see langword="null"/> before Linux 4.10.</summary>
    public long? BusyMicroseconds { get; init; }

    /// <summary>Time the peer's window held data back.</summary>
    public long HeldByPeerMicroseconds { get; init; }

    /// <summary>Time the send buffer held data back.</summary>
    public long HeldBySendBufferMicroseconds { get; init; }

    /// <summary>False for a connection that was never established: nothing was measured, acknowledged or exchanged.</summary>
    public bool WasConnected { get; init; }

    /// <summary>Send buffer as the kernel accounts it (sk_sndbuf): segments cost more than their bytes. 0 when not known.</summary>
    public long SendBufferBytes { get; init; }

    /// <summary><c>cubic</c>, <c>bbr</c>, …; empty when not known.</summary>
    public string CongestionControl { get; init; } = "";

    /// <summary>Reads a connected socket's state as it is now.</summary>
    /// <exception cref="SocketException">The socket is no TCP connection, or was closed.</exception>
    public static TcpInfo Read(Socket connection)
    {
        Span<byte> raw = stackalloc byte[320];
        var length = connection.GetRawSocketOption(IpProtoTcp, TcpInfoOption, raw);
        Span<byte> name = stackalloc byte[16]; // TCP_CA_NAME_MAX
        var named = connection.GetRawSocketOption(IpProtoTcp, TcpCongestionOption, name);
        return Parse(raw[..length]) with
        {
            SendBufferBytes = connection.SendBufferSize,
            CongestionControl = Encoding.ASCII.GetString(name[..named]).TrimEnd('\0'),
        };
    }

    /// <summary>True when no data was sent and no SYN retransmitted.</summary>
    internal static bool HasSentNothing(ReadOnlySpan<byte> raw) =>
        At(raw, TotalRetransmitsOffset) == 0 && At(raw, DataSegmentsOutOffset) == 0;

    /// <summary>Reads struct tcp_info as far as this kernel fills it.</summary>
    internal static TcpInfo Parse(ReadOnlySpan<byte> raw) =>
        new()
        {
            SendMss = (int)At(raw, 16),
            Answer = AnswerOf(raw),
            RttMicroseconds = At(raw, 68),
            SendCwnd = (int)At(raw, 80),
            SlowStartThreshold = At(raw, 76) is > 0 and < NoThreshold and var threshold ? (int)threshold : null,
            DeliveryRate = LongAt(raw, 160) is > 0 and var rate ? rate : null,
            DeliveryHeldByApplication = raw.Length > RateFlagsOffset && (raw[RateFlagsOffset] & HeldByApplication) != 0,
            BytesAcknowledged = LongAt(raw, 120),
            AdvertisedMss =
                (int)At(raw, 84) + (raw.Length > OptionsOffset && (raw[OptionsOffset] & TimeStamps) != 0 ? TimeStampsLength : 0),
            TotalRetransmits = (int)At(raw, TotalRetransmitsOffset),
            PacingRate = (ulong)(LongAt(raw, 104) ?? 0),
            MinRttMicroseconds = At(raw, 148) is > 0 and < uint.MaxValue and var least ? least : null,
            DataSegmentsOut = (int)At(raw, DataSegmentsOutOffset),
            BusyMicroseconds = LongAt(raw, 168),
            DeliveredMarked = raw.Length >= 196 + sizeof(uint) ? At(raw, 196) : null,
            HeldByPeerMicroseconds = LongAt(raw, 176) ?? 0,
            HeldBySendBufferMicroseconds = LongAt(raw, 184) ?? 0,
            BytesSent = LongAt(raw, 200),
            BytesSentAgain = LongAt(raw, 208),
            // Round trip, bytes acknowledged (the SYN of an active open is one), data segments in and out.
            WasConnected =
                At(raw, 148) is > 0 and < uint.MaxValue || LongAt(raw, 120) > 0 || At(raw, 152) > 0 || At(raw, DataSegmentsOutOffset) > 0,
            PeerWindowBytes = raw.Length >= 228 + sizeof(uint) ? At(raw, 228) : null,
            OwnWindowBytes = raw.Length >= 232 + sizeof(uint) ? At(raw, 232) : null,
        };

    /// <summary>tcpi_snd_wscale, the first of two bit fields in a byte; without meaning unless both sides sent the option.</summary>
    internal static int? PeerScale(ReadOnlySpan<byte> raw)
    {
        if ((raw[OptionsOffset] & Scaling) == 0)
            return null;
        return BitConverter.IsLittleEndian ? raw[ScalesOffset] & 0xf : raw[ScalesOffset] >> 4;
    }

    private static HandshakeAnswer? AnswerOf(ReadOnlySpan<byte> raw)
    {
        if (raw.Length <= ScalesOffset)
            return null;
        var options = raw[OptionsOffset];
        return new((int)At(raw, 16), PeerScale(raw), (options & SelectiveAcks) != 0, (options & TimeStamps) != 0);
    }

    private static uint At(ReadOnlySpan<byte> raw, int offset) =>
        raw.Length >= offset + sizeof(uint) ? MemoryMarshal.Read<uint>(raw[offset..]) : 0;

    private static long? LongAt(ReadOnlySpan<byte> raw, int offset) =>
        raw.Length >= offset + sizeof(long) ? MemoryMarshal.Read<long>(raw[offset..]) : null;
}
