using IwTune.Server.Storage;

namespace IwTune.Server.Features.Retention;

/// <summary>
/// Deletes of the histories what no answer as of a retained instant needs: the latest change before the end of the period stays, for it
/// says how things stood at its beginning. So does what a legal hold covers, by the same rule.
/// </summary>
internal static class OldHistory
{
    private const string Verdicts = "verdict_changes";

    private static readonly string[] Tables = [Verdicts, "identity_changes"];

    /// <returns>Rows deleted.</returns>
    public static async Task<long> DeleteAsync(DbSession write, string first, string last, long before)
    {
        var deleted = 0L;
        foreach (var table in Tables)
        {
            deleted += await write.ExecuteAsync(
                $"""
                delete from {table} where id in (
                  select r.id from {table} r join hosts m on m.id = r.host_id
                  where r.host_id >= @first and r.host_id <= @last and r.changed_at < @before
                    and ({Superseded(table, "@before")} or m.retired_at < @before)
                    and not exists (
                      select 1 from legal_hold_hosts c join legal_holds h on h.id = c.hold_id
                      where c.host_id = r.host_id and h.lifted_at is null and r.changed_at <= h.until_at
                        and (r.changed_at >= h.from_at or not {Superseded(table, "h.from_at")})))
                """,
                new
                {
                    first,
                    last,
                    before,
                }
            );
        }
        if (deleted > 0)
            await write.ExecuteAsync(
                Former,
                new
                {
                    first,
                    last,
                    before,
                }
            );
        return deleted;
    }

    // The change before a retained one may be gone, and with it what that change turned from.
    private const string Former = """
        update verdict_changes set former = coalesce((
          select p.verdict from verdict_changes p
          where p.host_id = verdict_changes.host_id and p.superseded_at is null
            and (p.changed_at, p.id) < (verdict_changes.changed_at, verdict_changes.id)
          order by p.changed_at desc, p.id desc limit 1), '')
        where host_id >= @first and host_id <= @last and changed_at < @before
        """;

    /// <summary>Times in which hosts were judged: a hold keeps those of its time, the last one before the end stays.</summary>
    public static Task<int> DeletePeriodsAsync(DbSession write, long before) =>
        write.ExecuteAsync(
            """
            delete from judged_periods where until_at < @before
              and from_at < (select max(p.from_at) from judged_periods p where p.from_at <= @before)
              and not exists (select 1 from legal_holds h where h.lifted_at is null and judged_periods.from_at <= h.until_at
                  and judged_periods.until_at >= h.from_at)
            """,
            new { before }
        );

    private static string Superseded(string table, string at) =>
        $"""
            exists (select 1 from {table} x where x.host_id = r.host_id and x.changed_at <= {at}
              and (x.changed_at > r.changed_at or (x.changed_at = r.changed_at and x.id > r.id)){Known(table, at)})
            """;

    /// <summary>Whenever the change is known, the later one must be known too: a correction may have come after the end.</summary>
    private static string Known(string table, string at) =>
        table != Verdicts ? "" : $" and x.written_at <= {at} and (x.superseded_at is null or x.superseded_at >= r.superseded_at)";
}
