using IwTune.Server.Storage;

namespace IwTune.Server.Features.Compliance;

/// <summary>
/// Reads of the histories that an answer as of an instant is rebuilt from. Each is one statement with an index seek a host, whatever the
/// length of the history. A host whose state then was deleted by retention is in none: it would seem never to have reported.
/// </summary>
internal static class HistoryReads
{
    /// <summary>Everything that is known by now: corrections by late reports included.</summary>
    public const long Latest = long.MaxValue;

    /// <summary>
    /// The last change of each host <c>h</c> up to <c>@at</c>, by what was known at <c>@known</c>, as <c>c</c>; its columns are null where
    /// there is none.
    /// </summary>
    public const string LastChange = """
        left join lateral (
          select y.* from verdict_changes y where y.host_id = h.id and y.changed_at <= @at and y.written_at <= @known
            and (y.superseded_at is null or y.superseded_at > @known) order by y.changed_at desc, y.id desc limit 1
        ) c on true
        """;

    private const string Then = $"""
        select h.id, h.enrolled_at, h.retired_at, i.identity, c.verdict, c.reason, c.since, c.policy, c.revision, c.digest, c.exception,
               c.controls
        from hosts h
        join identity_changes i on i.id = coalesce(
          (select x.id from identity_changes x where x.host_id = h.id and x.changed_at <= @facts order by x.changed_at desc,
              x.id desc limit 1),
          (select x.id from identity_changes x where x.host_id = h.id order by x.changed_at, x.id limit 1))
        {LastChange}
        """;

    /// <summary>The members as of an instant, by id.</summary>
    /// <param name="db">The store.</param>
    /// <param name="at">Unix milliseconds.</param>
    /// <param name="known">By what was known when; unix milliseconds.</param>
    public static IAsyncEnumerable<HostThen> MembersAsync(DbSession db, long at, long known = Latest) =>
        db.StreamAsync<HostThen>(
            Then
                + $" where h.enrolled_at <= @at and (h.retired_at is null or h.retired_at > @at) and {DeletedRecords.IsRecorded} "
                + "order by h.id",
            new
            {
                at,
                known,
                facts = at,
            }
        );

    /// <summary>These hosts as of an instant.</summary>
    public static IAsyncEnumerable<HostThen> TheseAsync(DbSession db, long at, IReadOnlyList<string> ids, long known = Latest) =>
        db.StreamAsync<HostThen>(
            Then + $" where h.id in @ids and {DeletedRecords.IsRecorded}",
            new
            {
                at,
                known,
                facts = at,
                ids,
            }
        );

    /// <summary>
    /// Hosts that were members at any time between two instants: their facts as of the later one, their verdicts as of the earlier.
    /// </summary>
    public static IAsyncEnumerable<HostThen> MembersBetweenAsync(DbSession db, long at, long until) =>
        db.StreamAsync<HostThen>(
            Then + " where h.enrolled_at <= @facts and (h.retired_at is null or h.retired_at > @at)",
            new
            {
                at,
                known = Latest,
                facts = until,
            }
        );

    /// <summary>Changes after one instant up to another, oldest first.</summary>
    public static IAsyncEnumerable<ChangeRow> ChangesAsync(DbSession db, long after, long until) =>
        db.StreamAsync<ChangeRow>(
            "select host_id, changed_at, verdict, reason, policy, controls from verdict_changes "
                + "where changed_at > @after and changed_at <= @until and superseded_at is null order by changed_at, id",
            new { after, until }
        );

    /// <summary>
    /// The same with all columns, host by host, by what was known at an instant. In two parts, since each has an index of its own.
    /// </summary>
    public static IAsyncEnumerable<ChangeRow> ToldChangesAsync(DbSession db, long after, long until, long known) =>
        db.StreamAsync<ChangeRow>(
            $"""
            select {ChangeRow.Columns} from (
              select * from verdict_changes
              where changed_at > @after and changed_at <= @until and written_at <= @known and superseded_at is null
              union all
              select * from verdict_changes
              where changed_at > @after and changed_at <= @until and written_at <= @known and superseded_at > @known
            ) changes order by host_id, changed_at, id
            """,
            new
            {
                after,
                until,
                known,
            }
        );

    /// <summary>Changes of one host before an instant, newest first.</summary>
    public static Task<IReadOnlyList<ChangeRow>> OfHostAsync(DbSession db, string hostId, long before, int limit) =>
        db.ListAsync<ChangeRow>(
            $"select {ChangeRow.Columns} from verdict_changes where host_id = @hostId and changed_at < @before and superseded_at is null "
                + "order by changed_at desc, id desc limit @limit",
            new
            {
                hostId,
                before,
                limit,
            }
        );

    /// <summary>Changes of one host after one instant up to another, oldest first.</summary>
    public static Task<IReadOnlyList<ChangeRow>> OfHostBetweenAsync(DbSession db, string hostId, long after, long until) =>
        db.ListAsync<ChangeRow>(
            $"select {ChangeRow.Columns} from verdict_changes where host_id = @hostId and changed_at > @after and changed_at <= @until "
                + "and superseded_at is null order by changed_at, id",
            new
            {
                hostId,
                after,
                until,
            }
        );

    /// <summary>The latest period that had begun by an instant; <see langword="null"/> when none had.</summary>
    public static Task<PeriodRow?> PeriodAsync(DbSession db, long at) =>
        db.FindAsync<PeriodRow>(
            "select from_at, until_at from judged_periods where from_at <= @at order by from_at desc, id desc limit 1",
            new { at }
        );

    /// <summary>The first period that began after an instant.</summary>
    public static Task<PeriodRow?> NextPeriodAsync(DbSession db, long at) =>
        db.FindAsync<PeriodRow>(
            "select from_at, until_at from judged_periods where from_at > @at order by from_at, id limit 1",
            new { at }
        );

    /// <summary>Periods that reach into a span, oldest first.</summary>
    public static Task<IReadOnlyList<PeriodRow>> PeriodsAsync(DbSession db, long from, long until) =>
        db.ListAsync<PeriodRow>(
            "select from_at, until_at from judged_periods where from_at <= @until and until_at >= @from order by from_at, id",
            new { from, until }
        );
}
