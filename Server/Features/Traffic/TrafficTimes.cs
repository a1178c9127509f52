using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Traffic;

/// <summary>Several times as one.</summary>
internal static class TrafficTimes
{
    public static TrafficTime Sum(TrafficTime? one, TrafficTime other) =>
        one is null
            ? other
            : new(
                one.Since < other.Since ? one.Since : other.Since,
                one.Until > other.Until ? one.Until : other.Until,
                one.Sampled || other.Sampled,
                TrafficSum.Of(one.Profile, other.Profile)
            );

    /// <returns><see langword="null"/> for none.</returns>
    public static TrafficTime? Sum(IEnumerable<TrafficTime> times) => times.Aggregate((TrafficTime?)null, Sum);
}
