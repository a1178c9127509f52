using System.Net;

namespace IwTune.Agent.Ports;

/// <summary>One TCP connection at one instant.</summary>
public sealed record Connection
{
    /// <summary>The system's number for it, never given twice while the system runs (Linux: the socket's cookie).</summary>
    public required ulong Id { get; init; }

    /// <summary>This end.</summary>
    public required IPEndPoint Local { get; init; }

    /// <summary>The other end.</summary>
    public required IPEndPoint Remote { get; init; }

    /// <summary>The interface it is bound to, by index; 0 for none.</summary>
    public int BoundInterface { get; init; }

    /// <summary>True while this end may still send data.</summary>
    public bool CanSend { get; init; }

    /// <summary>Sender's maximum segment size, bytes.</summary>
    public int Mss { get; init; }

    /// <summary>Congestion window, segments.</summary>
    public int Cwnd { get; init; }

    /// <summary>Smallest round-trip time seen, microseconds; <see langword="null"/> when none was measured.</summary>
    public long? RttMicroseconds { get; init; }

    /// <summary>Smoothed round-trip time, microseconds; <see langword="null"/> when none was measured.</summary>
    public long? SmoothedRttMicroseconds { get; init; }

    /// <summary>
    /// Congestion window above which it grows slowly, segments (tcp_info.tcpi_snd_ssthresh); <see langword="null"/> when it never left slow
    /// start, or the system does not report it.
    /// </summary>
    public int? SlowStartThreshold { get; init; }

    /// <summary>Rate at which data was acknowledged last, bytes a second; <see langword="null"/> when none was measured.</summary>
    public long? DeliveryRate { get; init; }

    /// <summary>True when <see cref="DeliveryRate"/> shows how little there was to send, not what the path carries.</summary>
    public bool DeliveryHeldByApplication { get; init; }

    /// <summary>
    /// <c>cubic</c>, <c>bbr</c>, …; empty when not known. The kernel does not report it with the end of a connection. Then it is the one
    /// that the connection had while it was seen, else its listener's, else the system's default.
    /// </summary>
    public string CongestionControl { get; init; } = "";

    /// <summary>
    /// Bytes the peer acknowledged, SYN and FIN as one each; <see langword="null"/> when the system does not report them.
    /// </summary>
    public long? BytesAcknowledged { get; init; }

    /// <summary>
    /// Connections to the same peer at a time, this one included, as of the last pass that it may have been in; <see langword="null"/> when
    /// they are not counted. Only connections that ended have it.
    /// </summary>
    public int? Concurrent { get; init; }

    /// <summary>Segments retransmitted, SYNs included.</summary>
    public int SentAgain { get; init; }

    /// <summary>Segments with data sent, retransmissions included.</summary>
    public long DataSegments { get; init; }

    /// <summary>Bytes of data sent, each once.</summary>
    public long BytesSent { get; init; }

    /// <summary>Segments of data retransmitted; <see langword="null"/> when the system does not distinguish them from SYNs.</summary>
    public int? DataSentAgain { get; init; }

    /// <summary>The window the peer announces, bytes; <see langword="null"/> when the system does not report it.</summary>
    public long? PeerWindow { get; init; }

    /// <summary>Full segments its send buffer holds; <see langword="null"/> when not known.</summary>
    public int? SendBufferSegments { get; init; }

    /// <summary>True when the peer reported that the path marked a segment of it (ECN, RFC 3168).</summary>
    public bool Marked { get; init; }

    /// <summary>
    /// Time that data was in flight or waited to be sent, microseconds; <see langword="null"/> when the system does not report it.
    /// </summary>
    public long? BusyMicroseconds { get; init; }

    /// <summary>True when the peer's window held data back at some time.</summary>
    public bool HeldByPeer { get; init; }

    /// <summary>True when the send buffer held data back at some time.</summary>
    public bool HeldBySendBuffer { get; init; }

    /// <summary>True when it has sent no data yet and lost no SYN, so that its congestion window is the initial window it got.</summary>
    public bool IsFresh => CanSend && DataSegments == 0 && SentAgain == 0;
}

/// <summary>A target that serves connections.</summary>
/// <param name="Id">As in a snapshot.</param>
/// <param name="InitCwnd">Its initcwnd; <see langword="null"/> for the system's default.</param>
/// <param name="IsOwn">True when it leads to the host itself.</param>
public sealed record ServingTarget(string Id, int? InitCwnd, bool IsOwn)
{
    /// <summary>True when the peer is a neighbour in the same network, with no router between.</summary>
    public bool OnLink { get; init; }
}
