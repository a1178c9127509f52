using IwTune.Server.Storage;

namespace IwTune.Server.Features.Compliance.Runs.Schedules;

internal static class ScheduleQueries
{
    private const string Select = $"select {ScheduleRow.Columns} from run_schedules";

    public static Task<IReadOnlyList<ScheduleRow>> ListAsync(DbSession db) => db.ListAsync<ScheduleRow>(Select + " order by name");

    public static Task<ScheduleRow?> FindAsync(DbSession db, string id) =>
        db.FindAsync<ScheduleRow>(Select + " where id = @id", new { id });

    public static Task<int> InsertAsync(DbSession write, ScheduleRow row) =>
        write.ExecuteAsync(
            """
            insert into run_schedules (id, name, cron, zone, after_rollouts, seen_entry, query, formats, keep_days, folder, mail, author,
              created_at, next_at)
            values (@Id, @Name, @Cron, @Zone, @AfterRollouts, @SeenEntry, @Query, @Formats, @KeepDays, @Folder, @Mail, @Author, @CreatedAt,
              @NextAt)
            on conflict (name) do nothing
            """,
            row
        );

    /// <summary>Moves a schedule on, if no other server did meanwhile.</summary>
    public static async Task<bool> AdvanceAsync(DbSession write, ScheduleRow row, long? next, long seenEntry) =>
        await write.ExecuteAsync(
            """
            update run_schedules set next_at = @next, seen_entry = @entry
            where id = @Id and seen_entry = @SeenEntry and coalesce(next_at, 0) = coalesce(@NextAt, 0)
            """,
            new
            {
                row.Id,
                row.SeenEntry,
                row.NextAt,
                next,
                entry = seenEntry,
            }
        ) > 0;
}
