namespace IwTune.Shared.Model;

/// <summary>
/// A response over a path without loss, with all inputs of its duration. For a later response on a kept-alive connection
/// <see cref="InitCwnd"/> is the window that it has then, and there is no handshake.
/// </summary>
public sealed record Transfer
{
    /// <summary>Bytes the application sends, at least 1.</summary>
    public required long SizeBytes { get; init; }

    /// <summary>Round-trip time of the path when it is idle.</summary>
    public required TimeSpan Rtt { get; init; }

    /// <summary>Initial congestion window, segments, at least 1.</summary>
    public required int InitCwnd { get; init; }

    /// <summary>Payload of a full segment, bytes. 1448 is Ethernet with IPv4 and timestamps.</summary>
    public int Mss { get; init; } = 1448;

    /// <summary>Headers of a segment, bytes: IPv4 20, TCP 20, timestamps 12; 72 with IPv6. Only counts on a path with a rate.</summary>
    public int HeaderBytes { get; init; } = 52;

    /// <summary>Rate of the narrow link, bit/s; <see langword="null"/> for a path that never queues.</summary>
    public double? RateBitsPerSecond { get; init; }

    /// <summary>Window the receiver announces, bytes; <see langword="null"/> when it never binds.</summary>
    public long? PeerWindowBytes { get; init; }

    /// <summary>
    /// The receiver widens its window from round to round, as Linux does: a quarter more in the second, then doubling; see
    /// <see cref="ReceiveWindow"/>. <see cref="PeerWindowBytes"/> is then the first window, 64,240 when it is not given.
    /// </summary>
    public bool PeerAutotunes { get; init; }

    /// <summary>
    /// Segments that fit the sender's fixed send buffer; <see langword="null"/> when the kernel sizes it, which never binds.
    /// </summary>
    public int? SendBufferSegments { get; init; }

    /// <summary>Slow-start threshold, segments; <see langword="null"/> on a fresh connection without cached metrics.</summary>
    public int? SsThresh { get; init; }

    /// <summary>
    /// Rate of a sender that paces, as a multiple of window / RTT: <see cref="Pacing.Bbr"/>, <see cref="Pacing.Fq"/>;
    /// <see langword="null"/> for one that sends a flight at once.
    /// </summary>
    public double? PacingGain { get; init; }

    /// <summary>Round trips before the request: 1 for TCP's handshake; 0 when only request to last byte is of interest.</summary>
    public int HandshakeRounds { get; init; } = 1;

    /// <summary>Round trips of TLS: 1 for TLS 1.3, 2 for TLS 1.2 (RFC 8446 §2, RFC 5246 §7.3), 0 without.</summary>
    public int TlsRounds { get; init; }

    /// <summary>Time the server thinks before its first byte.</summary>
    public TimeSpan ServerTime { get; init; }
}
