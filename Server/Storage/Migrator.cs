using Dapper;
using Microsoft.Data.Sqlite;

namespace IwTune.Server.Storage;

/// <summary>Brings a store's schema to what this server was built with. Every step is one transaction.</summary>
internal static class Migrator
{
    private sealed class Applied
    {
        public long Number { get; init; }
        public string Name { get; init; } = "";
        public string Checksum { get; init; } = "";
    }

    /// <exception cref="StorageUnusableException">The store was made by a newer server, or a step that was applied is not the one known here.</exception>
    public static async Task ApplyAsync(SqliteConnection connection, IReadOnlyList<Migration> known, TimeProvider clock)
    {
        await connection.ExecuteAsync(
            "create table if not exists migrations (number bigint primary key, name text not null, checksum text not null, applied_at bigint not null)");
        foreach (var applied in await connection.QueryAsync<Applied>("select number, name, checksum from migrations order by number"))
        {
            var match = known.FirstOrDefault(m => m.Number == applied.Number) ?? throw new StorageUnusableException(
                $"The store has schema step {applied.Name}, which this server does not know: it was used by a newer iwtune-server. Start that version, or restore the backup made before it.");
            if (match.Checksum != applied.Checksum)
                throw new StorageUnusableException(
                    $"Schema step {applied.Name} of the store is not the one this server was built with (checksum {applied.Checksum[..12]}, expected {match.Checksum[..12]}). Start the version that made the store.");
        }
        foreach (var step in known)
            await ApplyAsync(connection, step, clock);
    }

    private static Task<bool> ApplyAsync(SqliteConnection connection, Migration step, TimeProvider clock) => Atomic.RunAsync(connection, async () =>
    {
        // Asked again inside the transaction: another process may have been first.
        if (await connection.ExecuteScalarAsync<long>("select count(*) from migrations where number = @Number", step) > 0)
            return false;
        await connection.ExecuteAsync(step.Sql);
        await connection.ExecuteAsync(
            "insert into migrations (number, name, checksum, applied_at) values (@Number, @Name, @Checksum, @now)",
            new { step.Number, step.Name, step.Checksum, now = clock.GetUtcNow().ToUnixTimeMilliseconds() });
        return true;
    });
}
