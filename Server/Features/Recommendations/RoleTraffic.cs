using System.Collections.Concurrent;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Traffic;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Model;
using IwTune.Shared.Model.Recommending;

namespace IwTune.Server.Features.Recommendations;

/// <summary>The connections that hosts reported, by kind of peer.</summary>
/// <param name="Roles">The sum of each kind, and how many hosts reported such connections.</param>
/// <param name="Read">Of how many hosts: all, or a sample of many.</param>
internal sealed record RoleTraffic(IReadOnlyDictionary<PathRole, (TrafficTime Time, int Telling)> Roles, int Read)
{
    /// <summary>Reports of more hosts are not read.</summary>
    public const int Most = 300;

    // A slider asks for another window of the same case with each move; the case itself takes thousands of resamples.
    private readonly ConcurrentDictionary<RecommendationCase, Recommendation> _recommended = new();
    private readonly ConcurrentDictionary<(RecommendationCase Case, int Window), IReadOnlyList<RoundTripOutcome>> _outcomes = new();

    /// <inheritdoc cref="Recommender.Recommend"/>
    public Recommendation Recommend(RecommendationCase asked) => _recommended.GetOrAdd(asked, Recommender.Recommend);

    /// <inheritdoc cref="RoundTripOutcomes.Of"/>
    public IReadOnlyList<RoundTripOutcome> Outcomes(RecommendationCase asked, int window) =>
        _outcomes.GetOrAdd((asked, window), one => RoundTripOutcomes.Of(one.Case, one.Window));

    public static async Task<RoleTraffic> ReadAsync(
        Database database,
        TimeProvider clock,
        IReadOnlyList<FleetHost> of,
        int days,
        CancellationToken ct
    )
    {
        var sums = new Dictionary<PathRole, (TrafficTime Time, int Telling)>();
        var sample = HostSample.Of([.. of.Select(host => host.Id)], Most);
        await foreach (var rows in TrafficReads.PartsAsync(database, sample, TrafficReads.From(clock, days), ct))
        {
            foreach (var group in rows.GroupBy(row => TargetRole.Of(row.TargetId)))
            {
                var telling = group.Select(row => row.HostId).Distinct(StringComparer.Ordinal).Count();
                var known = sums.TryGetValue(group.Key, out var there);
                sums[group.Key] = (
                    TrafficTimes.Sum([.. known ? [there.Time] : Array.Empty<TrafficTime>(), .. group.Select(row => row.Time)])!,
                    telling + (known ? there.Telling : 0)
                );
            }
        }
        return new(sums, sample.Count);
    }
}
