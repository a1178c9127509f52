namespace IwTune.Agent.Ports;

/// <summary>The host's own counters of TCP, since it started or since a reset of the counters.</summary>
/// <param name="Segments">Segments sent, without those that only repeat (RFC 4022 tcpOutSegs).</param>
/// <param name="SegmentsAgain">Segments retransmitted (RFC 4022 tcpRetransSegs).</param>
public sealed record TcpCounts(long Segments, long SegmentsAgain)
{
    /// <summary>Tail-loss probes; <see langword="null"/> where they are not counted.</summary>
    public long? LossProbes { get; init; }

    /// <summary>Segments retransmitted while in slow start; <see langword="null"/> where they are not counted.</summary>
    public long? SlowStartAgain { get; init; }

    /// <summary>Retransmission timeouts; <see langword="null"/> where they are not counted.</summary>
    public long? Timeouts { get; init; }
}
