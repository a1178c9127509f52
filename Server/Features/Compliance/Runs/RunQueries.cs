using IwTune.Server.Hosting.Requests;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Compliance.Runs;

internal static class RunQueries
{
    private const string Select = $"select {RunRow.Columns} from compliance_runs";

    public static Task<RunRow?> FindAsync(DbSession db, string id) => db.FindAsync<RunRow>(Select + " where id = @id", new { id });

    /// <summary>A page of them, the newest first.</summary>
    public static Task<IReadOnlyList<RunRow>> PageAsync(DbSession db, PageWindow window) =>
        db.ListAsync<RunRow>(
            Select + " where cast(@after as text) is null or id < @after order by id desc limit @rows",
            new { after = window.After, rows = window.Rows }
        );

    /// <summary>Runs that can be made now, the first due first: also those whose server did not end them.</summary>
    public static Task<IReadOnlyList<RunRow>> ReadyAsync(DbSession db, long now) =>
        db.ListAsync<RunRow>(
            Select
                + " where (state = 'Waiting' and not_before <= @now) or (state = 'Making' and claimed_until <= @now) order by due_at, id "
                + "limit 100",
            new { now }
        );

    public static Task<int> InsertAsync(DbSession write, RunRow row) =>
        write.ExecuteAsync(
            """
            insert into compliance_runs (id, schedule_id, schedule, cause, about, state, problem, author, due_at, not_before, ended_at,
              as_of, since_at, query, formats, folder, mail, keep_days)
            values (@Id, @ScheduleId, @Schedule, @Cause, @About, @State, @Problem, @Author, @DueAt, @NotBefore, @EndedAt, @AsOf, @SinceAt,
              @Query, @Formats, @Folder, @Mail, @KeepDays)
            """,
            row
        );

    /// <summary>Makes this server the only one that makes a run, until a time.</summary>
    /// <returns>False when another server is at it.</returns>
    public static async Task<bool> ClaimAsync(DbSession write, string id, string server, long now, long until) =>
        await write.ExecuteAsync(
            """
            update compliance_runs set state = 'Making', claimed_by = @server, claimed_until = @until, tries = tries + 1
            where id = @id and (state = 'Waiting' or (state = 'Making' and claimed_until <= @now))
            """,
            new
            {
                id,
                server,
                now,
                until,
            }
        ) > 0;

    /// <summary>The server is still at it.</summary>
    public static Task<int> RenewAsync(DbSession write, string id, string server, long until) =>
        write.ExecuteAsync(
            "update compliance_runs set claimed_until = @until where id = @id and state = 'Making' and claimed_by = @server",
            new
            {
                id,
                server,
                until,
            }
        );

    /// <summary>It could not be made: it waits for another try, or has failed.</summary>
    /// <returns>False when another server has the claim on it.</returns>
    public static async Task<bool> RefusedAsync(DbSession write, string id, string server, string problem, long now, long? again) =>
        await write.ExecuteAsync(
            """
            update compliance_runs set state = @state, problem = @problem, claimed_until = 0, not_before = @next,
              ended_at = case when @state = 'Failed' then @now else null end
            where id = @id and state = 'Making' and (claimed_by = @server or claimed_until <= @now)
            """,
            new
            {
                id,
                server,
                problem,
                now,
                next = again ?? now,
                state = again is null ? nameof(RunState.Failed) : nameof(RunState.Waiting),
            }
        ) > 0;

    /// <summary>The instant of the latest run of a schedule before one; <see langword="null"/> for its first.</summary>
    public static Task<long?> BeforeAsync(DbSession db, string scheduleId, long asOf) =>
        db.ValueAsync<long?>(
            "select max(as_of) from compliance_runs where schedule_id = @scheduleId and as_of < @asOf and state in ('Kept', 'Deleted')",
            new { scheduleId, asOf }
        );

    /// <summary>The run before one, of the same schedule and filter; <see langword="null"/> for none.</summary>
    public static Task<string?> ComparableAsync(DbSession db, string id) =>
        db.FindAsync<string>(
            """
            select b.id from compliance_runs a
            join compliance_runs b on b.schedule_id = a.schedule_id and b.query = a.query and b.as_of < a.as_of
            where a.id = @id and b.state in ('Kept', 'Deleted') order by b.as_of desc limit 1
            """,
            new { id }
        );

    /// <summary>Runs whose period is over and that no hold keeps.</summary>
    public static Task<IReadOnlyList<RunRow>> ExpiredAsync(DbSession db, long now) =>
        db.ListAsync<RunRow>(Select + " where state = 'Kept' and hold = '' and keep_until <= @now order by id limit 100", new { now });
}
