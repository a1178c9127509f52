using IwTune.Server.Storage;

namespace IwTune.Server.Features.Retention;

/// <summary>
/// Deletes evidence and events that hosts reported before the period. The latest state and measurement are no reports of the past and stay.
/// </summary>
internal static class OldReports
{
    /// <param name="write">The transaction.</param>
    /// <param name="evidence">The tables of evidence whose rows are deleted one by one.</param>
    /// <param name="hosts">The first and the last id of some hosts.</param>
    /// <param name="before">The end of what is old.</param>
    /// <returns>Rows deleted.</returns>
    public static async Task<long> DeleteAsync(
        DbSession write,
        IReadOnlyList<string> evidence,
        (string First, string Last) hosts,
        long before
    )
    {
        long deleted = await DeleteAsync(write, "host_history", "at", hosts.First, hosts.Last, before);
        foreach (var table in evidence)
            deleted += await DeleteAsync(write, table, "received_at", hosts.First, hosts.Last, before);
        return deleted;
    }

    private static Task<int> DeleteAsync(DbSession write, string table, string time, string first, string last, long before) =>
        write.ExecuteAsync(
            $"""
            delete from {table} where host_id >= @first and host_id <= @last and {time} < @before and not exists (
              select 1 from legal_hold_hosts c join legal_holds h on h.id = c.hold_id
              where c.host_id = {table}.host_id and h.lifted_at is null and {table}.{time} >= h.from_at and {table}.{time} <= h.until_at)
            """,
            new
            {
                first,
                last,
                before,
            }
        );
}
