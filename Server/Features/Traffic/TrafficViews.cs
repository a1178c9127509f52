using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Insight;

namespace IwTune.Server.Features.Traffic;

/// <summary>Connections of hosts as clients read them: merged over days, targets and hosts.</summary>
public sealed class TrafficViews(Database database, Requirements requirements, TimeProvider clock)
{
    /// <summary>Number of days when the request names none.</summary>
    public const int UsualDays = 7;

    /// <summary>Days that are available.</summary>
    public const int MostDays = TrafficWrites.Days;

    /// <summary>One host.</summary>
    public async Task<HostTraffic> OfHostAsync(string hostId, string hostName, int days = UsualDays, CancellationToken ct = default)
    {
        var (rows, latest) = await database.ReadAsync(
            async db =>
                (
                    await TrafficQueries.DaysAsync(db, [hostId], TrafficReads.From(clock, days)),
                    await TrafficQueries.LatestAsync(db, hostId)
                ),
            ct
        );
        var targets = rows.GroupBy(row => row.TargetId, StringComparer.Ordinal)
            .Select(target => new TargetTrafficTime(target.Key, TrafficTimes.Sum(target.Select(row => row.Time))!));
        return new HostTraffic(
            hostId,
            hostName,
            days,
            TrafficTimes.Sum(rows.Select(row => row.Time)),
            Sorted(targets),
            Sorted(latest.Select(row => new TargetTrafficTime(row.TargetId, row.Time)))
        );
    }

    /// <summary>Hosts that a search found, in one group, by policy, or by the value of a label.</summary>
    /// <param name="found">Which hosts.</param>
    /// <param name="by">What a host's group is.</param>
    /// <param name="days">How many days back.</param>
    /// <param name="ct">Gives up.</param>
    internal async Task<FleetTraffic> OfFleetAsync(
        IReadOnlyList<FleetHost> found,
        Func<FleetHost, string> by,
        int days,
        CancellationToken ct
    )
    {
        var groups = new List<TrafficGroup>();
        foreach (var group in found.GroupBy(by, StringComparer.Ordinal).OrderBy(group => group.Key, StringComparer.Ordinal))
            groups.Add(await GroupAsync(group.Key, [.. group.Select(host => host.Id)], days, ct));
        return new FleetTraffic(days, groups);
    }

    /// <summary>The policy that a host follows now; empty for none.</summary>
    internal string Policy(FleetHost host) => host.Required(requirements.Current).Policy ?? "";

    private async Task<TrafficGroup> GroupAsync(string name, IReadOnlyList<string> ids, int days, CancellationToken ct)
    {
        TrafficTime? sum = null;
        var telling = 0;
        await foreach (var rows in TrafficReads.PartsAsync(database, ids, TrafficReads.From(clock, days), ct))
        {
            telling += rows.Select(row => row.HostId).Distinct(StringComparer.Ordinal).Count();
            sum = rows.Aggregate(sum, (so, row) => TrafficTimes.Sum(so, row.Time));
        }
        return new TrafficGroup(name, ids.Count, telling, sum);
    }

    private static List<TargetTrafficTime> Sorted(IEnumerable<TargetTrafficTime> targets) =>
        [.. targets.OrderByDescending(target => target.Time.Profile.Connections).ThenBy(target => target.TargetId, StringComparer.Ordinal)];
}
