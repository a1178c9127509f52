using System.Data.Common;
using System.Globalization;
using Dapper;
using Npgsql;

namespace IwTune.Server.Storage.Postgres.Replicas;

/// <summary>How a replica compares with a position of the primary.</summary>
/// <param name="Fit">Whether it can be read.</param>
/// <param name="BehindBytes">Bytes of log that it has not replayed; <see langword="null"/> when that is unknown.</param>
/// <param name="Why">Why it cannot be read, as a sentence; empty when it can.</param>
internal sealed record ReplicaLook(ReplicaFit Fit, long? BehindBytes, string Why)
{
    private const string Current = """
        select (select system_identifier::text from pg_control_system()) as system, current_database()::text as database,
          current_schema()::text as schema, t.mark, pg_is_in_recovery() as standby,
          case when pg_is_in_recovery() then '' else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline,
          pg_wal_lsn_diff(cast(@Place as pg_lsn), case when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn(), '0/0')
            else pg_current_wal_insert_lsn() end)::bigint as behind
        from store_timeline t where t.id = 1
        """;

    private sealed class Row
    {
        public string System { get; init; } = "";
        public string Database { get; init; } = "";
        public string Schema { get; init; } = "";
        public string Mark { get; init; } = "";
        public bool Standby { get; init; }
        public string Timeline { get; init; } = "";
        public long Behind { get; init; }
    }

    /// <param name="replica">An open connection without a transaction.</param>
    /// <param name="address">Where it leads.</param>
    /// <param name="position">Of the primary.</param>
    /// <exception cref="DbException">It does not answer.</exception>
    public static async Task<ReplicaLook> AtAsync(DbConnection replica, PostgresAddress address, StorePosition position)
    {
        try
        {
            return Of(await replica.QuerySingleAsync<Row>(Current, new { position.Place }), position, address.User);
        }
        catch (PostgresException early) when (early.SqlState == PostgresErrorCodes.UndefinedTable)
        {
            return await EarlyAsync(replica, position, address.User);
        }
        catch (PostgresException denied) when (denied.SqlState == PostgresErrorCodes.InsufficientPrivilege)
        {
            return new(
                ReplicaFit.Wrong,
                null,
                $"its role may not read the store ({denied.MessageText}). On the primary: grant pg_read_all_data to {address.User}"
            );
        }
    }

    private static ReplicaLook Of(Row row, StorePosition position, string user)
    {
        if (Wrong(row, position, user) is { } wrong)
            return new(ReplicaFit.Wrong, null, wrong);
        if (!row.Standby && row.Timeline != position.Timeline)
            return new(
                ReplicaFit.Parted,
                null,
                $"it is not a standby of the primary: it writes timeline {row.Timeline}, the primary {position.Timeline}. Make it a "
                    + "standby again, or name another one"
            );
        if (row.Mark != position.Mark)
            return new(ReplicaFit.Behind, null, $"it does not have timeline {position.Timeline} of the primary yet");
        return row.Behind <= 0
            ? new(ReplicaFit.Current, 0, "")
            : new(
                ReplicaFit.Behind,
                row.Behind,
                string.Create(CultureInfo.InvariantCulture, $"it is {row.Behind:N0} bytes of log behind the primary")
            );
    }

    /// <summary>The table is missing: either the upgrade of the schema is still to come, or this is another database.</summary>
    private static async Task<ReplicaLook> EarlyAsync(DbConnection replica, StorePosition position, string user)
    {
        var row = await replica.QuerySingleAsync<Row>(
            "select (select system_identifier::text from pg_control_system()) as system, current_database()::text as database, "
                + "coalesce(current_schema()::text, '') as schema"
        );
        return Wrong(row, position, user) is { } wrong
            ? new(ReplicaFit.Wrong, null, wrong)
            : new(ReplicaFit.Behind, null, "it does not have the schema of this version yet");
    }

    private static string? Wrong(Row row, StorePosition position, string user) =>
        row.System != position.System
            ? $"it is a copy of another PostgreSQL (system identifier {row.System}; that of --database is {position.System}). Name a "
                + "standby of that primary"
        : row.Database != position.Database
            ? $"it is the database '{row.Database}', and the store is in '{position.Database}'. A standby has every database of its "
                + "primary: name that one"
        : row.Schema.Length == 0
            ? $"its role sees no schema, and the store is in '{position.Schema}'. On the primary: grant pg_read_all_data to {user}; alter "
                + $"role {user} set search_path = {position.Schema}"
        : row.Schema != position.Schema
            ? $"its role works in the schema '{row.Schema}', and the store is in '{position.Schema}'. On the primary: alter role {user} "
                + $"set search_path = {position.Schema}"
        : null;
}
