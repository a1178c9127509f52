namespace IwTune.Agent.Ports;

/// <summary>Progress of a connection's own data, as the system reports it to the sender.</summary>
/// <param name="Mss">Payload of a full segment, bytes.</param>
/// <param name="Cwnd">Congestion window, segments.</param>
/// <param name="RttMicroseconds">Smoothed round-trip time; 0 before one was measured.</param>
/// <param name="Sent">Bytes of data sent, without retransmissions.</param>
/// <param name="Acknowledged">Bytes of data acknowledged.</param>
/// <param name="SegmentsAgain">Segments retransmitted.</param>
/// <param name="PeerWindowBytes">The window the peer announces; <see langword="null"/> when not known.</param>
/// <param name="CongestionControl"><c>cubic</c>; empty when not known.</param>
public sealed record FlightReading(
    int Mss,
    int Cwnd,
    long RttMicroseconds,
    long Sent,
    long Acknowledged,
    int SegmentsAgain,
    long? PeerWindowBytes,
    string CongestionControl
);
