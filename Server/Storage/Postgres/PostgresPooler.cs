using Dapper;
using Npgsql;

namespace IwTune.Server.Storage.Postgres;

/// <summary>A pool of connections between this server and PostgreSQL, such as PgBouncer.</summary>
internal static class PostgresPooler
{
    private const int Looks = 3;
    private const string Session = "select pg_backend_pid()";

    /// <summary>Whether there is one: PostgreSQL itself does what a connection's start asks for, and a pool cannot pass that on.</summary>
    public static async Task<bool> IsBetweenAsync(NpgsqlConnection connection) =>
        await connection.ExecuteScalarAsync<int>(
            "select cast(setting as integer) from pg_settings where name = 'idle_in_transaction_session_timeout'"
        )
        != PostgresAddress.SilentSeconds * 1000;

    /// <summary>Whether two open connections have one session, or a connection has one session and then another.</summary>
    /// <param name="connection">An open one without a transaction.</param>
    /// <param name="source">Opens others.</param>
    public static async Task<bool> SharesSessionsAsync(NpgsqlConnection connection, NpgsqlDataSource source)
    {
        for (var look = 0; look < Looks; look++)
        {
            var first = await connection.ExecuteScalarAsync<int>(Session);
            await using var other = await source.OpenConnectionAsync();
            await other.ExecuteAsync("begin transaction");
            // Its transaction keeps a session that the first connection may have had.
            var second = await other.ExecuteScalarAsync<int>(Session);
            var again = await connection.ExecuteScalarAsync<int>(Session);
            await other.ExecuteAsync("rollback");
            if (first == second || first != again)
                return true;
        }
        return false;
    }
}
