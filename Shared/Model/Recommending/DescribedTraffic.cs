using System.Globalization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Model.Recommending;

/// <summary>Connections as a person describes them, for hosts that have no traffic yet.</summary>
public sealed record DescribedTraffic
{
    /// <summary>Assumed number of connections: enough for shares, and none of them counts as measured.</summary>
    private const long Each = 1000;

    /// <summary>Bytes of responses, each as frequent as the others; at least one.</summary>
    public required IReadOnlyList<long> Sizes { get; init; }

    /// <summary>Round-trip times, each as frequent as the others; at least one.</summary>
    public required IReadOnlyList<TimeSpan> Rtts { get; init; }

    /// <summary>Connections that one peer opens at a time: 6 for browsers over HTTP/1.1, 1 over HTTP/2.</summary>
    public int Concurrency { get; init; } = 1;

    /// <summary>Rate of the narrow link, bit/s; <see langword="null"/> when it is not known.</summary>
    public double? RateBitsPerSecond { get; init; }

    /// <summary>Window that receivers announce, bytes; <see langword="null"/> for what a default one does.</summary>
    public long? PeerWindowBytes { get; init; }

    /// <summary>Payload of a full segment, bytes.</summary>
    public int Mss { get; init; } = 1448;

    /// <summary>Congestion control; empty when it is not known.</summary>
    public string CongestionControl { get; init; } = "";

    /// <inheritdoc/>
    public override string ToString() =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{string.Join(',', Sizes)} B, {string.Join(',', Rtts.Select(rtt => rtt.TotalMicroseconds))} µs, {Concurrency} at a time, "
                + $"{RateBitsPerSecond} bit/s, {PeerWindowBytes} B, {Mss} B, {CongestionControl}"
        );

    /// <summary>As a profile in which nothing was judged.</summary>
    public TrafficProfile ToProfile()
    {
        var (bytes, times) = (new Histogram(), new Histogram());
        foreach (var size in Sizes)
            bytes.Add(size);
        foreach (var rtt in Rtts)
            times.Add((long)rtt.TotalMicroseconds);
        return new()
        {
            Connections = Each,
            Bytes = bytes.Slots,
            MinRtt = times.Slots,
            DeliveryRate = One(RateBitsPerSecond is { } rate ? (long)Math.Max(1, rate / 1000) : null),
            PeerWindow = One(PeerWindowBytes),
            Concurrency = One(Concurrency),
            Mss = Mss,
            CongestionControls =
                CongestionControl.Length > 0 ? new Dictionary<string, long> { [CongestionControl] = Each } : new Dictionary<string, long>(),
        };
    }

    /// <summary>The figures that decide, exactly as described: a distribution's steps would round them by up to 5 %.</summary>
    /// <param name="seen">Those of <see cref="ToProfile"/>.</param>
    internal PathEvidence Exactly(PathEvidence seen)
    {
        long[] sizes = [.. Sizes.Order()];
        long[] rtts = [.. Rtts.Select(rtt => (long)rtt.TotalMicroseconds).Order()];
        return seen with
        {
            SizeP50 = At(sizes, 0.5),
            SizeP90 = At(sizes, 0.9),
            RttP50 = At(rtts, 0.5),
            RateP10 = RateBitsPerSecond,
            RateP50 = RateBitsPerSecond,
            PeerWindowP10 = PeerWindowBytes,
            Concurrency = Concurrency,
        };
    }

    private static long At(long[] ascending, double share) => ascending[(int)Math.Ceiling(share * ascending.Length) - 1];

    private static IReadOnlyDictionary<int, long> One(long? number)
    {
        var made = new Histogram();
        if (number is { } only)
            made.Add(only);
        return made.Slots;
    }
}
