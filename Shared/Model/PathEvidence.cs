using IwTune.Shared.Wire;

namespace IwTune.Shared.Model;

/// <summary>
/// What a <see cref="TrafficProfile"/> says of its paths, in the figures that decide; <see langword="null"/> where it says nothing.
/// </summary>
public sealed record PathEvidence
{
    /// <summary>So many judged connections make a share of losses worth a refusal.</summary>
    public const int EnoughToRefuse = 100;

    /// <summary>RFC 9040 (Appendix C) evaluates so many at a time: fewer do not support a larger window.</summary>
    public const int EnoughToRaise = 1000;

    /// <summary>Segments below which a share of retransmissions is noise.</summary>
    private const int EnoughSegments = 1000;

    /// <summary>Closed connections that sent data.</summary>
    public long Connections { get; init; }

    /// <summary>Those whose first flight can be judged.</summary>
    public long Judged { get; init; }

    /// <summary>Share of them that lost some of it, 0 to 1; <see langword="null"/> below <see cref="EnoughToRefuse"/>.</summary>
    public double? FirstFlightLoss { get; init; }

    /// <summary>Share of segments retransmitted, 0 to 1; <see langword="null"/> when there were few.</summary>
    public double? SentAgain { get; init; }

    /// <summary>Smallest round-trip time, median, microseconds.</summary>
    public long? RttP50 { get; init; }

    /// <summary>Bytes of a response, median.</summary>
    public long? SizeP50 { get; init; }

    /// <summary>The same, 90th percentile.</summary>
    public long? SizeP90 { get; init; }

    /// <summary>Delivery rate, 10th percentile, bit/s.</summary>
    public double? RateP10 { get; init; }

    /// <summary>The same, median.</summary>
    public double? RateP50 { get; init; }

    /// <summary>Time in queues, 90th percentile, microseconds.</summary>
    public long? QueueP90 { get; init; }

    /// <summary>Window of the peer, 10th percentile, bytes.</summary>
    public long? PeerWindowP10 { get; init; }

    /// <summary>Connections to one peer at a time, 90th percentile, at least 1.</summary>
    public int Concurrency { get; init; } = 1;

    /// <summary>Share of connections that their send buffer held back, 0 to 1.</summary>
    public double HeldBySendBuffer { get; init; }

    /// <summary>Share of connections that the peer's window held back, 0 to 1.</summary>
    public double HeldByPeer { get; init; }

    /// <summary>Most frequent segment size, bytes.</summary>
    public int? Mss { get; init; }

    /// <summary>The figures of a profile.</summary>
    public static PathEvidence Of(TrafficProfile profile) =>
        new()
        {
            Connections = profile.Connections,
            Judged = profile.Judged,
            FirstFlightLoss = profile.Judged >= EnoughToRefuse ? Math.Min(1, (double)profile.FirstFlightLoss / profile.Judged) : null,
            SentAgain = profile.Segments >= EnoughSegments ? Math.Min(1, (double)profile.SegmentsAgain / profile.Segments) : null,
            RttP50 = At(profile.MinRtt, 0.5),
            SizeP50 = At(profile.Bytes, 0.5),
            SizeP90 = At(profile.Bytes, 0.9),
            RateP10 = At(profile.DeliveryRate, 0.1) * 1000.0,
            RateP50 = At(profile.DeliveryRate, 0.5) * 1000.0,
            QueueP90 = At(profile.QueueDelay, 0.9),
            PeerWindowP10 = At(profile.PeerWindow, 0.1),
            Concurrency = (int)Math.Clamp(At(profile.Concurrency, 0.9) ?? 1, 1, 10_000),
            HeldBySendBuffer = Share(profile.HeldBySendBuffer, profile.Connections),
            HeldByPeer = Share(profile.HeldByPeer, profile.Connections),
            Mss = profile.Mss is > 0 ? profile.Mss : null,
        };

    private static long? At(IReadOnlyDictionary<int, long> slots, double share) => Histogram.Of(slots)?.Percentile(share);

    private static double Share(long some, long all) => all > 0 ? Math.Min(1, (double)some / all) : 0;
}
