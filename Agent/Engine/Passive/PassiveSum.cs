using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Passive;

/// <summary>Two reports about one target, as one.</summary>
internal static class PassiveSum
{
    public static Evidence Of(Evidence earlier, Evidence later)
    {
        if (earlier.Passive is not { } one || later.Passive is not { } other)
            return later;
        var profile = one.Profile is { } left && other.Profile is { } right ? TrafficSum.Of(left, right) : one.Profile ?? other.Profile;
        var windows = Windows(one.Windows, other.Windows);
        var rtts = Histogram.Of(profile?.MinRtt ?? new Dictionary<int, long>());
        return later with
        {
            Conclusive = windows.Count > 0,
            InitialCwnd = Usual(windows),
            RttMicroseconds = rtts?.Percentile(0.5),
            Note = windows.Count > 0 ? "" : later.Note,
            Passive = new PassiveFacts
            {
                Since = one.Since < other.Since ? one.Since : other.Since,
                Closed = one.Closed + other.Closed,
                Fresh = one.Fresh + other.Fresh,
                Windows = windows,
                FirstFlightOnly = one.FirstFlightOnly + other.FirstFlightOnly,
                FirstFlightLoss = one.FirstFlightLoss + other.FirstFlightLoss,
                HeldByPeer = one.HeldByPeer + other.HeldByPeer,
                HeldBySendBuffer = one.HeldBySendBuffer + other.HeldBySendBuffer,
                RttMedianMicroseconds = rtts?.Percentile(0.5),
                RttP90Microseconds = rtts?.Percentile(0.9),
                Profile = profile,
                Sampled = one.Sampled || other.Sampled,
            },
        };
    }

    private static Dictionary<int, long> Windows(IReadOnlyDictionary<int, long> one, IReadOnlyDictionary<int, long> other)
    {
        var windows = new Dictionary<int, long>(one);
        foreach (var (window, count) in other)
            windows[window] = windows.GetValueOrDefault(window) + count;
        return windows;
    }

    private static int? Usual(Dictionary<int, long> windows) => TrafficSum.MostFrequent(windows);
}
