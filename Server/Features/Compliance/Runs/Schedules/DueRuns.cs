using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance.Runs.Schedules;

/// <summary>Turns what schedules want into runs that wait.</summary>
internal sealed class DueRuns(Database database, TimeProvider clock)
{
    /// <summary>So many missed times of one schedule are recorded, the latest; more say nothing new.</summary>
    private const int MostMissed = 20;

    /// <summary>So many rollouts are taken up in one round; the next one takes up more.</summary>
    private const int MostAtOnce = 100;

    /// <summary>The position in the audit log is stored at the latest after so many entries, which each round reads again.</summary>
    private const int MostUnread = 1_000;

    private const string MadeLater = "No server ran when it was due; it was made later.";

    private static readonly TimeSpan Late = TimeSpan.FromMinutes(10);

    public async Task RoundAsync(CancellationToken ct)
    {
        var now = clock.Now();
        foreach (var schedule in await database.ReadAsync(ScheduleQueries.ListAsync, ct))
        {
            var (rollouts, seen) = schedule.AfterRollouts
                ? await database.ReadAsync(db => RolloutsAsync(db, schedule.SeenEntry), ct)
                : ([], schedule.SeenEntry);
            if (schedule.NextAt <= now || rollouts.Count > 0 || seen - schedule.SeenEntry > MostUnread)
                await AdvanceAsync(schedule, rollouts, seen, ct);
        }
    }

    private Task<int> AdvanceAsync(ScheduleRow schedule, IReadOnlyList<Completed> rollouts, long seen, CancellationToken ct) =>
        database.WriteAsync(
            async write =>
            {
                var (times, next) = Due(schedule);
                if (!await ScheduleQueries.AdvanceAsync(write, schedule, next, seen))
                    return 0;
                foreach (var rollout in rollouts)
                    await RunQueries.InsertAsync(write, schedule.Run(clock, RunCause.Rollout, rollout.At, rollout.Text));
                foreach (var missed in times.SkipLast(1).TakeLast(MostMissed))
                    await RunQueries.InsertAsync(write, Missed(schedule, missed, times[^1]));
                if (times.Count > 0)
                    await RunQueries.InsertAsync(
                        write,
                        schedule.Run(clock, RunCause.Scheduled, times[^1], problem: IsLate(times[^1]) ? MadeLater : "")
                    );
                return times.Count + rollouts.Count;
            },
            ct
        );

    /// <summary>The times that have come since the schedule was looked at, and the next one.</summary>
    private (List<long> Times, long? Next) Due(ScheduleRow schedule)
    {
        var times = new List<long>();
        var next = schedule.NextAt;
        if (next is null || CronTime.Parse(schedule.Cron, schedule.Zone).Time is not { } cron)
            return (times, next);
        for (var now = clock.Now(); next <= now; next = cron.After(next.Value))
        {
            times.Add(next.Value);
            if (times.Count > 2 * MostMissed)
                times.RemoveRange(0, MostMissed);
        }
        return (times, next);
    }

    private bool IsLate(long due) => clock.Now() - due > Late.TotalMilliseconds;

    private RunRow Missed(ScheduleRow schedule, long due, long covered) =>
        schedule.Run(clock, RunCause.Scheduled, due) with
        {
            State = nameof(RunState.Missed),
            Problem = $"No server ran when it was due; the run of {Clock.At(covered):u} lists its changes.",
            EndedAt = clock.Now(),
            AsOf = null,
        };

    /// <summary>The rollouts that were completed since an entry of the audit log, and the entry up to which it was searched.</summary>
    private static async Task<(IReadOnlyList<Completed> Rollouts, long Seen)> RolloutsAsync(DbSession db, long after)
    {
        var head = (await AuditQueries.HeadAsync(db))?.Number ?? after;
        var found = await db.ListAsync<Completed>(
            "select number, at, text from audit where number > @after and number <= @head and action = @action order by number "
                + "limit @MostAtOnce",
            new
            {
                after,
                head,
                action = RolloutActions.Complete.Name,
                MostAtOnce,
            }
        );
        return (found, found.Count == MostAtOnce ? found[^1].Number : Math.Max(after, head));
    }

    private sealed class Completed
    {
        public long Number { get; init; }
        public long At { get; init; }
        public string Text { get; init; } = "";
    }
}
