namespace IwTune.Shared.Wire;

/// <summary>
/// What a host's own counters say of all its TCP traffic over a time. They cannot be split by path, connection or first flight, and include
/// connections of the host to itself: a fallback where connections are not seen one by one, and a check where they are.
/// </summary>
public sealed record HostCounters
{
    /// <summary>The target of evidence with host counters, which cover the whole host.</summary>
    public const string Target = "host";

    /// <summary>Since when it is counted.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>Segments sent, without those that only repeat (RFC 4022 tcpOutSegs).</summary>
    public long Segments { get; init; }

    /// <summary>Segments retransmitted (RFC 4022 tcpRetransSegs).</summary>
    public long SegmentsAgain { get; init; }

    /// <summary>Tail-loss probes (Linux TCPLossProbes); <see langword="null"/> where they are not counted.</summary>
    public long? LossProbes { get; init; }

    /// <summary>
    /// Segments retransmitted while in slow start (Linux TCPSlowStartRetrans); <see langword="null"/> where they are not counted.
    /// </summary>
    public long? SlowStartAgain { get; init; }

    /// <summary>Retransmission timeouts (Linux TCPTimeouts); <see langword="null"/> where they are not counted.</summary>
    public long? Timeouts { get; init; }
}
