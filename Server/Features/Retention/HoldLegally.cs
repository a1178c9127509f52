using IwTune.Server.Console;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Retention;

/// <summary>
/// Sets and lifts legal holds. While one is in force, nothing of its hosts and its time is deleted, whatever the periods say.
/// </summary>
internal static class HoldLegally
{
    private const int LongestName = 100;

    public static async Task<(LegalHold? Hold, IReadOnlyList<PolicyProblem> Problems)> RunAsync(
        Database database,
        TimeProvider clock,
        string actor,
        LegalHoldRequest request
    )
    {
        var problems = Publish.ReasonProblems(request.Reason).ToList();
        if (string.IsNullOrWhiteSpace(request.Name) || request.Name.Length > LongestName || !ShownText.IsPlain(request.Name))
            problems.Add(new("name", null, $"1 to {LongestName} printable characters", 0, 0));
        if (request.Until is { } end && end <= request.From)
            problems.Add(new("until", $"{end:u}", "must be later than 'from'", 0, 0));
        var (selector, wrong) = Selector.Parse(request.Selector);
        problems.AddRange(wrong.Select(problem => problem.At("selector")));
        if (selector is null || problems.Count > 0)
            return (null, problems);
        var id = clock.NewId();
        var row = await database.WriteAsync(async write =>
        {
            await write.ExecuteAsync(
                """
                insert into legal_holds (id, name, selector, from_at, until_at, author, reason, created_at)
                values (@id, @Name, @Selector, @from, @until, @actor, @Reason, @now)
                """,
                new
                {
                    id,
                    request.Name,
                    request.Selector,
                    from = request.From.ToUnixTimeMilliseconds(),
                    until = request.Until?.ToUnixTimeMilliseconds() ?? long.MaxValue,
                    actor,
                    request.Reason,
                    now = clock.Now(),
                }
            );
            await LegalHoldQueries.CoverAsync(write, id, selector);
            var made = (await LegalHoldQueries.FindAsync(write, id))!;
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                StoreActions.SetLegalHold,
                $"legalhold:{id}",
                $"Legal hold {request.Name}: nothing of {Quantities.Of(made.Hosts, "host")} ({request.Selector}) from {request.From:u} "
                    + $"{(request.Until is { } until ? $"to {until:u}" : "on")} is deleted.",
                request.Reason
            );
            return made;
        });
        return (row.View(), []);
    }

    /// <returns>False when there is none in force.</returns>
    public static Task<bool> LiftAsync(Database database, TimeProvider clock, string actor, string id, string reason) =>
        database.WriteAsync(async write =>
        {
            if (await LegalHoldQueries.FindAsync(write, id) is not { LiftedAt: null } row)
                return false;
            await write.ExecuteAsync(
                "update legal_holds set lifted_at = @now, lifted_by = @actor, lifted_reason = @reason where id = @id",
                new
                {
                    id,
                    actor,
                    reason,
                    now = clock.Now(),
                }
            );
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                StoreActions.LiftLegalHold,
                $"legalhold:{id}",
                $"Legal hold {row.Name} lifted: the next run deletes its records that are older than their period.",
                reason
            );
            return true;
        });
}
