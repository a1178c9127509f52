using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace IwTune.Server.Storage.Sqlite;

/// <summary>
/// Runs a statement for many rows on SQLite: compiled once, bound and stepped for each, without a command object in between.
/// </summary>
internal static class SqliteRows
{
    public static void Run(SqliteConnection connection, string sql, IReadOnlyList<object?[]> rows)
    {
        var db = connection.Handle!;
        Check(raw.sqlite3_prepare_v2(db, sql, out var statement), db);
        using (statement)
        {
            foreach (var row in rows)
            {
                for (var i = 0; i < row.Length; i++)
                    Check(Bind(statement, i + 1, row[i]), db);
                var done = raw.sqlite3_step(statement);
                if (done != raw.SQLITE_DONE)
                    Check(done, db);
                Check(raw.sqlite3_reset(statement), db);
            }
        }
    }

    public static async Task<long> LoadAsync(SqliteConnection connection, string sql, IAsyncEnumerable<object?[]> rows)
    {
        const int Together = 1000;
        var (count, batch) = (0L, new List<object?[]>(Together));
        await foreach (var row in rows)
        {
            batch.Add(row);
            count++;
            if (batch.Count < Together)
                continue;
            Run(connection, sql, batch);
            batch.Clear();
        }
        Run(connection, sql, batch);
        return count;
    }

    private static int Bind(sqlite3_stmt statement, int at, object? value) =>
        value switch
        {
            null => raw.sqlite3_bind_null(statement, at),
            string text => raw.sqlite3_bind_text(statement, at, text),
            long number => raw.sqlite3_bind_int64(statement, at, number),
            int number => raw.sqlite3_bind_int64(statement, at, number),
            byte[] bytes => raw.sqlite3_bind_blob(statement, at, bytes),
            bool flag => raw.sqlite3_bind_int64(statement, at, flag ? 1 : 0),
            double real => raw.sqlite3_bind_double(statement, at, real),
            _ => throw new ArgumentException($"A value of type {value.GetType()} cannot be stored.", nameof(value)),
        };

    private static void Check(int code, sqlite3 db) => SqliteException.ThrowExceptionForRC(code, db);
}
