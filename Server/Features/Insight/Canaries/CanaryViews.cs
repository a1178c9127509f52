using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Traffic;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Features.Insight.Canaries;

/// <summary>Canaries compared with matched hosts, by the connections that both reported.</summary>
internal sealed class CanaryViews(Database database, HostFinder finder)
{
    /// <summary>Any number; it is reported with the intervals that it gave.</summary>
    private const ulong Seed = 1;

    public async Task<FleetCanary> OfAsync(CanaryQuestion asked, CancellationToken ct)
    {
        var canaries = (await finder.AllAsync(asked.Canaries, ct)).Select(host => host.Id).ToHashSet(StringComparer.Ordinal);
        var matched = (await finder.AllAsync(asked.Matched, ct))
            .Where(host => !canaries.Contains(host.Id))
            .Select(host => host.Id)
            .ToList();
        var figures = CanaryComparison.Of(
            await PeriodsAsync([.. canaries], asked, ct),
            await PeriodsAsync(matched, asked, ct),
            new SeededRandom(Seed)
        );
        return new(
            asked.On,
            asked.Days,
            canaries.Count,
            matched.Count,
            Seed,
            [
                .. figures.Select(figure => new CanaryEffect(
                    figure.Name,
                    figure.Unit,
                    figure.Effect.Estimate,
                    figure.Effect.Low,
                    figure.Effect.High,
                    figure.Canaries,
                    figure.Others
                )),
            ]
        );
    }

    private async Task<IReadOnlyList<HostPeriods>> PeriodsAsync(IReadOnlyList<string> ids, CanaryQuestion asked, CancellationToken ct)
    {
        var change = TrafficWrites.DayOf(new DateTimeOffset(asked.On, TimeOnly.MinValue, TimeSpan.Zero));
        var found = new List<HostPeriods>();
        await foreach (var rows in TrafficReads.PartsAsync(database, ids, change - asked.Days, ct))
        {
            foreach (
                var host in rows.Where(row => row.Day != change && row.Day <= change + asked.Days)
                    .GroupBy(row => row.HostId, StringComparer.Ordinal)
            )
            {
                var periods = host.ToLookup(row => row.Day > change, row => row.Time);
                if (TrafficTimes.Sum(periods[false]) is { } before && TrafficTimes.Sum(periods[true]) is { } after)
                    found.Add(new(before.Profile, after.Profile));
            }
        }
        return found;
    }
}
