using IwTune.Server.Console;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Compliance;

/// <summary>What retention has deleted: what an answer about an earlier time lacks, and says so.</summary>
internal sealed class DeletedRecords
{
    /// <summary>The end of the deleted history, unix milliseconds; 0 when nothing was deleted.</summary>
    public long HistoryBefore { get; init; }

    /// <summary>The end of the deleted reports, unix milliseconds; 0 when nothing was deleted.</summary>
    public long ReportsBefore { get; init; }

    /// <summary>
    /// Of a host <c>h</c> with its last change <c>c</c>: what it was at <c>@at</c> is recorded still. Later, everything is. Earlier, the
    /// latest change before the end of what is deleted stays, and what a legal hold covers.
    /// </summary>
    public const string IsRecorded = $"""
        (@at >= {End}
          or (c.verdict is not null and exists (
            select 1 from legal_hold_hosts m join legal_holds l on l.id = m.hold_id
            where m.host_id = h.id and l.lifted_at is null and l.from_at <= @at and l.until_at >= @at))
          or (not exists (select 1 from verdict_changes z where z.host_id = h.id and z.changed_at > @at and z.changed_at <= {End})
            and not exists (select 1 from identity_changes z where z.host_id = h.id and z.changed_at > @at and z.changed_at <= {End})))
        """;

    private const string End = "(select history_before from retention where id = 1)";

    public static async Task<DeletedRecords> FindAsync(DbSession db) =>
        (await db.FindAsync<DeletedRecords>("select history_before, reports_before from retention where id = 1"))!;

    /// <summary>
    /// Before anything is deleted, so that no answer passes for complete in between. A longer period brings nothing back.
    /// </summary>
    public static Task<int> KeepAsync(DbSession write, long? history, long? reports) =>
        write.ExecuteAsync(
            """
            update retention set
              history_before = case when @history > history_before then @history else history_before end,
              reports_before = case when @reports > reports_before then @reports else reports_before end
            where id = 1
            """,
            new { history = history ?? 0, reports = reports ?? 0 }
        );

    /// <summary>An end as a sentence names it.</summary>
    public static string Shown(long before) => Moments.Absolute(Clock.At(before));
}
