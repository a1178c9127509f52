using IwTune.Server.Features.Hosts;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Traffic;

/// <summary>Reads how first flights of the fleet developed.</summary>
public sealed class TrafficTrends(Database database, SeenHosts hosts, TimeProvider clock)
{
    // A row is parsed in about a tenth of a millisecond, and a page should have its picture in less than a second.
    private const int MostOfWeek = 300,
        MostOfMonth = 150;

    /// <param name="days">How many days back, today included.</param>
    /// <param name="ct">Gives up.</param>
    public async Task<TrafficTrend> OfAsync(int days, CancellationToken ct)
    {
        var ids = hosts.All.Select(host => host.Id).ToList();
        var sample = HostSample.Of(ids, days <= 7 ? MostOfWeek : MostOfMonth);
        var today = TrafficWrites.DayOf(clock.GetUtcNow());
        var found = new Dictionary<long, List<TrafficDay>>();
        await foreach (var part in TrafficReads.PartsAsync(database, sample, today - days + 1, ct))
        {
            foreach (var row in part)
            {
                var profile = row.Time.Profile;
                if (!found.TryGetValue(row.Day, out var rows))
                    found[row.Day] = rows = [];
                rows.Add(new((int)(today - row.Day), profile.Judged, profile.FirstFlightLoss, profile.Fetch ?? []));
            }
        }
        return new(ids.Count, sample.Count, [.. found.OrderBy(day => day.Key).Select(day => Sum(day.Value))]);
    }

    private static TrafficDay Sum(List<TrafficDay> rows) =>
        new(
            rows[0].DaysAgo,
            rows.Sum(row => row.Judged),
            rows.Sum(row => row.Lost),
            Shared.Wire.FetchTimes.Sum([.. rows.Select(row => row.Fetch)])
        );
}
