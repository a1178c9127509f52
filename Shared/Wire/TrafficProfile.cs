using IwTune.Shared.Model;

namespace IwTune.Shared.Wire;

/// <summary>
/// What production connections over one target look like, in forms that add up: of several times, hosts, or both. Distributions are
/// <see cref="Histogram.Slots"/>. No address of a peer is in it.
/// </summary>
public sealed record TrafficProfile
{
    /// <summary>Closed connections that sent data: what all the rest is about.</summary>
    public long Connections { get; init; }

    /// <summary>Bytes of data each sent, without retransmissions.</summary>
    public IReadOnlyDictionary<int, long> Bytes { get; init; } = new Dictionary<int, long>();

    /// <summary>Smallest round-trip time of each, microseconds.</summary>
    public IReadOnlyDictionary<int, long> MinRtt { get; init; } = new Dictionary<int, long>();

    /// <summary>How far the smoothed round-trip time was above the smallest at the end, microseconds: time spent in queues.</summary>
    public IReadOnlyDictionary<int, long> QueueDelay { get; init; } = new Dictionary<int, long>();

    /// <summary>Delivery rate of those that were not held back by their application, kbit/s.</summary>
    public IReadOnlyDictionary<int, long> DeliveryRate { get; init; } = new Dictionary<int, long>();

    /// <summary>Window the peer announced, bytes.</summary>
    public IReadOnlyDictionary<int, long> PeerWindow { get; init; } = new Dictionary<int, long>();

    /// <summary>Concurrent connections to the same peer, as seen when each ended.</summary>
    public IReadOnlyDictionary<int, long> Concurrency { get; init; } = new Dictionary<int, long>();

    /// <summary>Most frequent sender's maximum segment size, bytes.</summary>
    public int? Mss { get; init; }

    /// <summary>Sender's maximum segment size, bytes → connections; what adds up, where <see cref="Mss"/> does not.</summary>
    public IReadOnlyDictionary<int, long> SegmentSizes { get; init; } = new Dictionary<int, long>();

    /// <summary>Connections whose first flight can be judged.</summary>
    public long Judged { get; init; }

    /// <summary>Those of them that lost some of it.</summary>
    public long FirstFlightLoss { get; init; }

    /// <summary>Segments of data sent, retransmissions included.</summary>
    public long Segments { get; init; }

    /// <summary>Segments of data retransmitted.</summary>
    public long SegmentsAgain { get; init; }

    /// <summary>Connections that their send buffer held back at some time.</summary>
    public long HeldBySendBuffer { get; init; }

    /// <summary>Connections that the peer's window held back at some time.</summary>
    public long HeldByPeer { get; init; }

    /// <summary>Connections of which the path marked a segment instead of losing it (ECN, RFC 3168).</summary>
    public long Marked { get; init; }

    /// <summary>Congestion control → connections.</summary>
    public IReadOnlyDictionary<string, long> CongestionControls { get; init; } = new Dictionary<string, long>();

    /// <summary>The same connections by size and round-trip time together; what is not listed had none.</summary>
    public IReadOnlyList<TrafficCell> Cells { get; init; } = [];

    /// <summary>
    /// Fetch times by size and distance, each class at most once; <see langword="null"/> from an agent that does not report them.
    /// </summary>
    public IReadOnlyList<FetchTimes>? Fetch { get; init; }
}

/// <summary>Connections of about one size at about one round-trip time.</summary>
/// <param name="Bytes">The slot of <see cref="TrafficProfile.Bytes"/>, divided by <see cref="Slots"/>.</param>
/// <param name="MinRtt">The slot of <see cref="TrafficProfile.MinRtt"/>, divided by <see cref="Slots"/>.</param>
/// <param name="Connections">How many.</param>
/// <param name="FirstFlightLoss">Those that lost some of their first flight.</param>
/// <param name="BusyMicroseconds">
/// Time that their data was under way, from a first byte to its acknowledgement, summed; 0 when it is not reported.
/// </param>
public sealed record TrafficCell(int Bytes, int MinRtt, long Connections, long FirstFlightLoss, long BusyMicroseconds = 0)
{
    /// <summary>Slots of a distribution that are one cell wide: half a doubling.</summary>
    public const int Slots = 4;

    /// <summary>A number in the middle of a cell.</summary>
    /// <param name="cell"><see cref="Bytes"/> or <see cref="MinRtt"/>.</param>
    public static long Middle(int cell) => Histogram.Least((cell * Slots) + (Slots / 2));
}
