using IwTune.Server.Storage;
using Microsoft.Data.Sqlite;

namespace IwTune.Server.Tests.Running;

/// <summary>Detects from outside whether the store was written to.</summary>
internal sealed class Watcher(DbSession session, bool isPostgres) : IAsyncDisposable
{
    public static async Task<Watcher> OpenAsync(RunningServer server)
    {
        if (TestStore.IsPostgres)
            return new(new(await server.Database.Store.ConnectAsync(default), server.Database.Store, lane: null), isPostgres: true);
        var connection = new SqliteConnection($"Data Source={Path.Combine(server.Data, "iwtune.db")};Pooling=False");
        await connection.OpenAsync();
        return new(new(connection, server.Database.Store, lane: null), isPostgres: false);
    }

    /// <summary>Changes with every transaction that another connection commits.</summary>
    public async Task<long> VersionAsync()
    {
        if (!isPostgres)
            // sqlite.org/pragma.html#pragma_data_version
            return await session.ValueAsync<long>("pragma data_version");
        // Every row has the number of the transaction that wrote it (postgresql.org/docs/15/ddl-system-columns.html). A server sometimes
        // writes on its own, whatever the calls.
        var tables = await session.ListAsync<string>(
            "select tablename::text from pg_tables where schemaname = current_schema() and tablename <> 'servers' order by 1"
        );
        var sums = string.Join(
            " union all ",
            tables.Select(table => $"select count(*) * 1000003 + coalesce(sum(xmin::text::bigint), 0) as one from \"{table}\"")
        );
        return await session.ValueAsync<long>($"select cast(sum(one) as bigint) from ({sums}) as every_table");
    }

    public ValueTask DisposeAsync() => session.DisposeAsync();
}
