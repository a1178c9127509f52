using System.Data.Common;
using Dapper;
using IwTune.Server.Hosting;

namespace IwTune.Server.Storage.Postgres.Replicas;

/// <summary>A place in the primary's log behind everything that was committed before the primary was asked.</summary>
/// <remarks>
/// Places of two timelines cannot be compared: a standby that did not follow a failover can be far ahead on the old one. So the primary
/// writes a random mark once on each timeline, and a standby that has it is on that timeline.
/// </remarks>
internal sealed class StorePosition
{
    /// <summary>A commit that waits for a standby holds up a reading no longer than this.</summary>
    private const int MarkSeconds = 5;

    /// <summary>
    /// A commit is on the disk before others see it, unless synchronous_commit is off (wal-async-commit, 30.4); what is inserted and not
    /// written yet reaches no standby, and is mostly a transaction that goes on.
    /// </summary>
    private const string Current = """
        select (select system_identifier::text from pg_control_system()) as system, current_database()::text as database,
          current_schema()::text as schema, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline, t.timeline as marked, t.mark,
          (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn()
            end)::text as place
        from store_timeline t where t.id = 1
        """;

    /// <summary>Of the database cluster; its standbys have the same.</summary>
    public string System { get; init; } = "";

    public string Database { get; init; } = "";

    public string Schema { get; init; } = "";

    /// <summary>The first eight digits of a log file's name: one higher after each promotion.</summary>
    public string Timeline { get; init; } = "";

    /// <summary>The timeline on which <see cref="Mark"/> was written.</summary>
    public string Marked { get; init; } = "";

    public string Mark { get; init; } = "";

    /// <summary>A log sequence number (pg_lsn) as text.</summary>
    public string Place { get; init; } = "";

    /// <param name="primary">An open connection without a transaction.</param>
    /// <param name="clock">Makes marks.</param>
    /// <exception cref="DbException">It is not a primary, or does not answer.</exception>
    public static async Task<StorePosition> OfAsync(DbConnection primary, TimeProvider clock)
    {
        var position = await primary.QuerySingleAsync<StorePosition>(Current);
        if (position.Marked == position.Timeline)
            return position;
        // Another server may be first; then its mark counts.
        await primary.ExecuteAsync(
            "update store_timeline set timeline = @Timeline, mark = @mark where id = 1 and timeline <> @Timeline",
            new { position.Timeline, mark = clock.NewId() },
            commandTimeout: MarkSeconds
        );
        return await primary.QuerySingleAsync<StorePosition>(Current);
    }
}
