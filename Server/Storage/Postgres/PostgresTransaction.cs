using System.Data.Common;
using Dapper;
using Npgsql;

namespace IwTune.Server.Storage.Postgres;

/// <summary>
/// What identifies a transaction later: its number, and when its database was started. Numbers are not unique: one whose records were
/// neither on the disk when the database crashed, nor at the standby that took over, is given to another transaction.
/// </summary>
internal static class PostgresTransaction
{
    /// <summary>Assigns the current transaction its number, and returns its text.</summary>
    public const string Current =
        "select concat_ws(' ', pg_current_xact_id(), extract(epoch from pg_postmaster_start_time()), extract(epoch from now()))";

    /// <summary>
    /// A database that recovers from a crash of one of its processes keeps its time of start, but its counters begin anew
    /// (monitoring-stats, 28.2.1).
    /// </summary>
    private const string Status =
        // A standby that takes over has not yet read all that it received.
        "select case when pg_is_in_recovery() then 'in progress' else pg_xact_status(cast(@number as xid8)) end as status, "
        + "extract(epoch from pg_postmaster_start_time())::text = @started and (select coalesce(extract(epoch from stats_reset), 0) < "
        + "cast(@began as numeric) from pg_stat_bgwriter) as same";

    /// <summary>Whether a transaction was committed.</summary>
    /// <param name="connection">To the database, or to the one that took over.</param>
    /// <param name="transaction">A text of <see cref="Current"/>.</param>
    /// <returns><see langword="null"/> while it goes on.</returns>
    public static async Task<PostgresAnswer?> WasCommittedAsync(DbConnection connection, string transaction)
    {
        var parts = transaction.Split(' ');
        var values = new
        {
            number = parts[0],
            started = parts[1],
            began = parts[2],
        };
        try
        {
            var (status, same) = await connection.QuerySingleAsync<(string? Status, bool Same)>(Status, values);
            return (status, same) switch
            {
                ("committed", true) => new(true),
                // This one, which reached the standby, or another one with its number.
                ("committed", false) => new(null),
                ("in progress", _) => null,
                (null, _) => new(null),
                _ => new(false),
            };
        }
        catch (PostgresException future) when (future.SqlState == PostgresErrorCodes.InvalidParameterValue)
        {
            // "transaction ID … is in the future": the database that answers has never heard of it.
            return new(false);
        }
    }
}

/// <summary>What is known of a transaction that has ended.</summary>
/// <param name="Committed"><see langword="null"/> when that cannot be known any more.</param>
internal sealed record PostgresAnswer(bool? Committed);
