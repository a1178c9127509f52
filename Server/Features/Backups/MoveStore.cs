using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Moving;
using IwTune.Server.Storage.Postgres;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Backups;

/// <summary>Copies the store of a data directory into an empty PostgreSQL database: all of it, or nothing.</summary>
internal static class MoveStore
{
    /// <param name="directory">The data directory.</param>
    /// <param name="target">The database.</param>
    /// <param name="key">Signed the audit log's checkpoints.</param>
    /// <param name="actor">Who does it.</param>
    /// <param name="clock">Stamps the entry.</param>
    /// <param name="told">Receives each table and its number of rows.</param>
    /// <returns>Rows.</returns>
    /// <exception cref="StorageUnusableException">Nothing was changed; the message says why.</exception>
    public static async Task<long> RunAsync(
        string directory,
        PostgresAddress target,
        SigningKey key,
        string actor,
        TimeProvider clock,
        Action<string, long> told
    )
    {
        using var lease =
            RunningLock.Take(directory)
            ?? throw new StorageUnusableException($"A server is running on {directory}: stop it, then repeat this. Agents reconnect.");
        if (!File.Exists(Path.Combine(directory, Database.FileName)))
            throw new StorageUnusableException($"{directory} contains no store to move: give the data directory with --data.");
        // Also brings its schema up to date: both are copied by the names of this version.
        using var database = await Database.OpenAsync(new StorePlace(directory), clock);
        await using var from = await database.Store.ConnectAsync(CancellationToken.None);
        // Keeps other verbs from writing what would be left behind.
        await database.Store.BeginAsync(from, WriteLane.Ordered, [], CancellationToken.None);
        await using var store = new PostgresStore(target);
        var rows = await Filling.RunAsync(
            store,
            replace: false,
            async to =>
            {
                var copied = await StoreCopy.RunAsync(database.Store, from, store, to.Connection, told);
                await VerifyAsync(to, key);
                await AuditLog.AppendAsync(
                    to,
                    clock,
                    actor,
                    StoreActions.Move,
                    "store",
                    $"The store moved from {database.Store.Shown} to {store.Shown}: {copied} rows."
                );
                return copied;
            },
            clock
        );
        await database.Store.RollbackAsync(from);
        MovedStore.Mark(directory, store.Shown);
        return rows;
    }

    /// <exception cref="StorageUnusableException">The log is not what was signed.</exception>
    public static async Task VerifyAsync(DbSession to, SigningKey key)
    {
        if (await VerifyAudit.RunAsync(to, key) is { Intact: false } broken)
            throw new StorageUnusableException($"{broken.Text} Nothing was changed.");
    }
}
