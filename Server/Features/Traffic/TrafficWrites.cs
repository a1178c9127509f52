using System.Text.Json;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Traffic;

/// <summary>Keeps the connections that hosts report: the latest time of each target, and a sum for each day.</summary>
internal static class TrafficWrites
{
    /// <summary>Days that sums are kept, today included.</summary>
    public const int Days = 35;

    /// <summary>Maximum targets of one host for a day, as many as an agent sums at a time.</summary>
    private const int MostTargets = 256;

    private const long Day = 24L * 60 * 60 * 1000;

    public static async Task StoreAsync(DbSession write, TimeProvider clock, string hostId, IReadOnlyList<ReportLine> lines)
    {
        var told = lines.Where(line => line.Evidence?.Passive?.Profile is not null).Select(line => Told(line.Evidence!, clock)).ToList();
        foreach (var target in told.GroupBy(one => one.TargetId, StringComparer.Ordinal))
            await LatestAsync(write, hostId, target.Key, target.MaxBy(one => one.Time.Until).Time);
        foreach (var day in told.GroupBy(one => DayOf(one.Time.Until)))
            await DayAsync(write, clock, hostId, day.Key, [.. day]);
    }

    /// <summary>The day a moment is in.</summary>
    public static long DayOf(DateTimeOffset at) => at.ToUnixTimeMilliseconds() / Day;

    private static async Task LatestAsync(DbSession write, string hostId, string target, TrafficTime time) =>
        await write.ExecuteAsync(
            """
            insert into traffic_latest (host_id, target_id, since, until, sampled, profile) values (@hostId, @target, @since, @until,
                @Sampled, @profile)
            on conflict (host_id, target_id) do update set since = excluded.since, until = excluded.until, sampled = excluded.sampled,
                profile = excluded.profile
            where excluded.until >= traffic_latest.until
            """,
            Values(hostId, target, time)
        );

    private static async Task DayAsync(
        DbSession write,
        TimeProvider clock,
        string hostId,
        long day,
        IReadOnlyList<(string TargetId, TrafficTime Time)> told
    )
    {
        var oldest = DayOf(clock.GetUtcNow()) - Days + 1;
        if (day < oldest)
            return;
        var known = (await TrafficQueries.DayAsync(write, hostId, day)).ToDictionary(row => row.TargetId, StringComparer.Ordinal);
        if (known.Count == 0)
            await ForgetAsync(write, oldest);
        var room = MostTargets - known.Count;
        foreach (var target in told.GroupBy(one => one.TargetId, StringComparer.Ordinal))
        {
            var before = known.GetValueOrDefault(target.Key);
            if (before is null && room-- <= 0)
                continue;
            var sum = TrafficTimes.Sum([
                .. target.Select(one => one.Time),
                .. before is null ? Array.Empty<TrafficTime>() : [before.Time],
            ])!;
            await write.ExecuteAsync(
                """
                insert into traffic_days (host_id, day, target_id, since, until, sampled, profile) values (@hostId, @day, @target,
                    @since, @until, @Sampled, @profile)
                on conflict (host_id, day, target_id) do update set since = excluded.since, until = excluded.until,
                    sampled = excluded.sampled, profile = excluded.profile
                """,
                Values(hostId, target.Key, sum, day)
            );
        }
    }

    /// <summary>Of every host, so that those that fell silent are forgotten too; once for each host and day.</summary>
    private static async Task ForgetAsync(DbSession write, long oldest)
    {
        await write.ExecuteAsync("delete from traffic_days where day < @oldest", new { oldest });
        await write.ExecuteAsync("delete from traffic_latest where until < @moment", new { moment = oldest * Day });
    }

    private static object Values(string hostId, string target, TrafficTime time, long day = 0) =>
        new
        {
            hostId,
            day,
            target,
            since = time.Since.ToUnixTimeMilliseconds(),
            until = time.Until.ToUnixTimeMilliseconds(),
            time.Sampled,
            profile = JsonSerializer.Serialize(time.Profile, AdministrationJson.Default.TrafficProfile),
        };

    /// <summary>A report of a host whose clock is ahead counts as of now: a day in the future would not be deleted in time.</summary>
    private static (string TargetId, TrafficTime Time) Told(Evidence evidence, TimeProvider clock)
    {
        var now = clock.GetUtcNow();
        var until = evidence.At < now ? evidence.At : now;
        var since = evidence.Passive!.Since < until ? evidence.Passive.Since : until;
        // PostgreSQL accepts no NUL in text.
        return (
            evidence.TargetId.Replace('\0', '\uFFFD'),
            new TrafficTime(since, until, evidence.Passive.Sampled, evidence.Passive.Profile!)
        );
    }
}
