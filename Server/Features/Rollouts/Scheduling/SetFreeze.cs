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
        if (request.Until <= from || request.Until <= now)
            problems.Add(new("until", Text(request.Until), "must be later than its beginning and than now", 0, 0));
        else if (request.Until - from > Longest)
            problems.Add(new("until", Text(request.Until), $"must be at most {Longest.TotalDays:0} days after its beginning", 0, 0));
        if (problems.Count > 0)
            return (null, problems);
        var freeze = new Freeze(clock.NewId(), from, request.Until, actor, request.Reason);
        await database.WriteAsync(async write =>
        {
            await write.ExecuteAsync(
                "insert into freezes (id, begins_at, ends_at, author, reason, created_at) values (@Id, @begins, @ends, @Author, "
                    + "@Reason, @now)",
                new
                {
                    freeze.Id,
                    begins = from.ToUnixTimeMilliseconds(),
                    ends = request.Until.ToUnixTimeMilliseconds(),
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
                $"No ring starts from {Text(from)} to {Text(request.Until)}.",
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

    private static string Text(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'", CultureInfo.InvariantCulture);
}
