using System.Globalization;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Rollouts.Scheduling;

/// <summary>Sets a time in which no ring starts, and ends one early. A ring that has begun continues.</summary>
internal static class SetFreeze
{
    private static readonly TimeSpan Longest = TimeSpan.FromDays(366);

    /// <returns>The freeze, or everything that is wrong.</returns>
    public static async Task<(Freeze? Freeze, IReadOnlyList<PolicyProblem> Problems)> RunAsync(
        Database database,
        TimeProvider clock,
        string actor,
        FreezeRequest request
    )
    {
        var (problems, now) = (Publish.ReasonProblems(request.Reason).ToList(), clock.GetUtcNow());
        var from = request.From ?? now;
        var until = End(request, from, now, problems);
        if (problems.Count > 0)
            return (null, problems);
        var freeze = new Freeze(clock.NewId(), from, until, actor, request.Reason);
        await database.WriteAsync(async write =>
        {
            await write.ExecuteAsync(
                "insert into freezes (id, begins_at, ends_at, author, reason, created_at) values (@Id, @begins, @ends, @Author, "
                    + "@Reason, @now)",
                new
                {
                    freeze.Id,
                    begins = from.ToUnixTimeMilliseconds(),
                    ends = until.ToUnixTimeMilliseconds(),
                    freeze.Author,
                    freeze.Reason,
                    now = clock.Now(),
                }
            );
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                RolloutActions.Freeze,
                $"freeze:{freeze.Id}",
                $"No ring starts from {Text(from)} to {Text(until)}.",
                request.Reason
            );
            return 0;
        });
        return (freeze, []);
    }

    /// <returns>False when there is none, or it is over.</returns>
    public static Task<bool> EndAsync(Database database, TimeProvider clock, string actor, string id, string reason) =>
        database.WriteAsync(async write =>
        {
            var now = clock.Now();
            if (
                await write.ExecuteAsync(
                    "update freezes set removed_at = @now where id = @id and removed_at is null and ends_at > @now",
                    new { now, id }
                ) == 0
            )
                return false;
            await AuditLog.AppendAsync(write, clock, actor, RolloutActions.Unfreeze, $"freeze:{id}", "Rings may start again.", reason);
            return true;
        });

    private static DateTimeOffset End(FreezeRequest request, DateTimeOffset from, DateTimeOffset now, List<PolicyProblem> problems)
    {
        var most = DateTimeOffset.MaxValue - from < Longest ? DateTimeOffset.MaxValue - from : Longest;
        switch (request.Until, request.Seconds)
        {
            case (null, { } seconds) when seconds < 1 || seconds > most.TotalSeconds:
                problems.Add(Problem("seconds", $"{seconds}", $"must be from 1 to {most.TotalSeconds:0}"));
                return from;
            case ({ }, { }) or (null, null):
                problems.Add(Problem("until", "", "or seconds must be given, one of the two"));
                return from;
        }
        var until = request.Until ?? from + TimeSpan.FromSeconds(request.Seconds!.Value);
        if (until <= from || until <= now)
            problems.Add(Problem("until", Text(until), "must be later than its beginning and than now"));
        else if (until - from > Longest)
            problems.Add(Problem("until", Text(until), $"must be at most {Longest.TotalDays:0} days after its beginning"));
        return until;
    }

    private static PolicyProblem Problem(string field, string value, string text) => new(field, value, text, 0, 0);

    private static string Text(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'", CultureInfo.InvariantCulture);
}
