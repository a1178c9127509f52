using Microsoft.Data.Sqlite;

namespace IwTune.Server.Tests.Running;

/// <summary>Sees from outside whether the store was written to.</summary>
internal sealed class Watcher(SqliteConnection connection) : IAsyncDisposable
{
    public static async Task<Watcher> OpenAsync(RunningServer server)
    {
        var connection = new SqliteConnection($"Data Source={Path.Combine(server.Data, "iwtune.db")};Pooling=False");
        await connection.OpenAsync();
        return new(connection);
    }

    /// <summary>Changes with every transaction another connection commits (sqlite.org/pragma.html#pragma_data_version).</summary>
    public async Task<long> VersionAsync()
    {
        await using var command = connection.CreateCommand();
        command.CommandText = "pragma data_version";
        return (long)(await command.ExecuteScalarAsync())!;
    }

    public ValueTask DisposeAsync() => connection.DisposeAsync();
}
