using IwTune.Shared.Model;
using IwTune.Shared.Model.Recommending;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Model.Recommending;

/// <summary>Traffic that a host could have measured.</summary>
internal static class Cases
{
    /// <summary>
    /// A healthy site: no loss, one connection a peer, receivers that accept 1 MB, 20 ms of queue at 100 Mbit/s: a buffer of 170 packets.
    /// </summary>
    public static RecommendationCase Site(int current, long[] sizes, double[] rttMs, long connections = 20_000) =>
        new()
        {
            Subject = "site",
            Current = current,
            Mss = 1460,
            Traffic = new()
            {
                Connections = connections,
                Bytes = Slots(connections / sizes.Length, sizes),
                MinRtt = Slots(connections / rttMs.Length, [.. rttMs.Select(ms => (long)(ms * 1000))]),
                PeerWindow = Slots(connections, 1_000_000),
                DeliveryRate = Slots(connections, 100_000),
                QueueDelay = Slots(connections, 20_000),
                Concurrency = Slots(connections, 1),
                Judged = connections,
                Segments = connections * 20,
                Mss = 1460,
            },
        };

    public static RecommendationCase With(this RecommendationCase asked, Func<TrafficProfile, TrafficProfile> change) =>
        asked with
        {
            Traffic = change(asked.Traffic),
        };

    public static IReadOnlyDictionary<int, long> Slots(long each, params long[] numbers)
    {
        var one = new Histogram();
        foreach (var number in numbers)
            one.Add(number);
        return one.Slots.ToDictionary(slot => slot.Key, slot => slot.Value * each);
    }
}
