namespace IwTune.Shared.Wire;

/// <summary>
/// What production connections over one target had, added up over a time. Counts and distributions only: no address of a peer is in it.
/// </summary>
public sealed record PassiveFacts
{
    /// <summary>Since when it is counted.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>Connections whose end was seen.</summary>
    public long Closed { get; init; }

    /// <summary>Connections seen before they had sent any data: their congestion window is the initial window they got.</summary>
    public long Fresh { get; init; }

    /// <summary>Those by their initial window: segments → connections. At most eight, the most frequent ones.</summary>
    public IReadOnlyDictionary<int, long> Windows { get; init; } = new Dictionary<int, long>();

    /// <summary>Closed connections that sent data, all of which fitted the first flight.</summary>
    public long FirstFlightOnly { get; init; }

    /// <summary>Those of them that retransmitted some of it: loss in the first flight.</summary>
    public long FirstFlightLoss { get; init; }

    /// <summary>Closed connections that the peer's window held back at some time (tcp_info.tcpi_rwnd_limited).</summary>
    public long HeldByPeer { get; init; }

    /// <summary>Closed connections that their send buffer held back at some time (tcp_info.tcpi_sndbuf_limited).</summary>
    public long HeldBySendBuffer { get; init; }

    /// <summary>Smallest round-trip time of each closed connection, microseconds, median; within 10 %.</summary>
    public long? RttMedianMicroseconds { get; init; }

    /// <summary>The same, 90th percentile.</summary>
    public long? RttP90Microseconds { get; init; }

    /// <summary>Congestion window of closed connections that sent data, at their end, segments, median; within 10 %.</summary>
    public int? FinalCwndMedian { get; init; }

    /// <summary>The same, 90th percentile.</summary>
    public int? FinalCwndP90 { get; init; }

    /// <summary>The closed connections as distributions; <see langword="null"/> from an agent that does not report them.</summary>
    public TrafficProfile? Profile { get; init; }

    /// <summary>True when more connections closed than the agent could examine: the counts are a sample then.</summary>
    public bool Sampled { get; init; }
}
