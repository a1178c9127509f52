using Dapper;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace IwTune.Server.Storage;

/// <summary>Work that is stored whole or not at all.</summary>
/// <remarks>
/// Begins and ends by SQL: <see cref="SqliteTransaction"/> rolls back whenever a commit failed, although SQLite has done so itself
/// when the disk is full (sqlite.org/lang_transaction.html, "Response To Errors Within A Transaction"); the failure of that second
/// rollback would hide the first, and the connection would never be closed.
/// </remarks>
internal static class Atomic
{
    public static async Task<T> RunAsync<T>(SqliteConnection connection, Func<Task<T>> work, CancellationToken ct = default)
    {
        // Immediate: a reader that turns into a writer later could be refused half-way.
        await connection.ExecuteAsync("begin immediate");
        try
        {
            var result = await work();
            ct.ThrowIfCancellationRequested();
            await connection.ExecuteAsync("commit");
            return result;
        }
        catch
        {
            if (raw.sqlite3_get_autocommit(connection.Handle) == 0)
                await connection.ExecuteAsync("rollback");
            throw;
        }
    }
}
