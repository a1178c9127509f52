using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Compliance.Runs.Schedules;

/// <summary>Turns what schedules want into runs that wait.</summary>
internal sealed class DueRuns(Database database, TimeProvider clock)
{
    /// <summary>So many missed times of one schedule are recorded, the latest; more say nothing new.</summary>
    private const int MostMissed = 20;

    private static readonly TimeSpan Late = TimeSpan.FromMinutes(10);

    public async Task RoundAsync(CancellationToken ct)
    {
        var (schedules, head) = await database.ReadAsync(
            async db => (await ScheduleQueries.ListAsync(db), (await AuditQueries.HeadAsync(db))?.Number ?? 0),
            ct
        );
        foreach (var schedule in schedules)
            if (schedule.NextAt <= clock.Now() || (schedule.AfterRollouts && schedule.SeenEntry < head))
                await AdvanceAsync(schedule, head, ct);
    }

    private Task<int> AdvanceAsync(ScheduleRow schedule, long head, CancellationToken ct) =>
        database.WriteAsync(
            async write =>
            {
                var (times, next) = Due(schedule);
                if (!await ScheduleQueries.AdvanceAsync(write, schedule, next, schedule.AfterRollouts ? head : schedule.SeenEntry))
                    return 0;
                if (schedule.AfterRollouts)
                    foreach (var rollout in await RolloutsAsync(write, schedule.SeenEntry, head))
                        await RunQueries.InsertAsync(write, schedule.Run(clock, RunCause.Rollout, rollout.At, rollout.Text));
                foreach (var missed in times.SkipLast(1).TakeLast(MostMissed))
                    await RunQueries.InsertAsync(write, Missed(schedule, missed, times[^1]));
                if (times.Count > 0)
                    await RunQueries.InsertAsync(
                        write,
                        schedule.Run(
                            clock,
                            RunCause.Scheduled,
                            times[^1],
                            problem: IsLate(times[^1]) ? "No server ran when it was due; it was made later." : ""
                        )
                    );
                return times.Count;
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

    private static Task<IReadOnlyList<Completed>> RolloutsAsync(DbSession db, long after, long until) =>
        db.ListAsync<Completed>(
            "select at, text from audit where number > @after and number <= @until and action = @action order by number limit 100",
            new
            {
                after,
                until,
                action = RolloutActions.Complete.Name,
            }
        );

    private sealed class Completed
    {
        public long At { get; init; }
        public string Text { get; init; } = "";
    }
}
