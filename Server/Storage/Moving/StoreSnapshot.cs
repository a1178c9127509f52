using System.Data.Common;
using Dapper;
using IwTune.Server.Storage.Sqlite;

namespace IwTune.Server.Storage.Moving;

/// <summary>One moment of a store as one file, with the schema that the store has. Servers may write meanwhile.</summary>
internal static class StoreSnapshot
{
    /// <exception cref="StorageUnusableException">The store cannot be read, or the file not be written.</exception>
    public static async Task WriteAsync(IStore source, string file, TimeProvider clock)
    {
        try
        {
            await using var from = await source.ConnectAsync(CancellationToken.None);
            if (source is SqliteStore)
                await from.ExecuteAsync("vacuum into @file", new { file });
            else
                await CopyAsync(source, from, file, clock);
        }
        catch (DbException failed)
        {
            throw new StorageUnusableException(
                $"{source.Shown} cannot be copied to {file}: {failed.Message.TrimEnd('.')}. See that the disk there has room, and that the "
                    + "store can be read.",
                failed
            );
        }
    }

    private static async Task CopyAsync(IStore source, DbConnection from, string file, TimeProvider clock)
    {
        await source.BeginSnapshotAsync(from);
        var last = await from.ExecuteScalarAsync<int>("select max(number) from migrations");
        await using var target = new SqliteStore(file);
        await Filling.RunAsync(
            target,
            replace: false,
            async to =>
            {
                await to.ExecuteAsync("pragma defer_foreign_keys = on");
                return await StoreCopy.RunAsync(source, from, target, to.Connection, (_, _) => { });
            },
            clock,
            last
        );
        await source.RollbackAsync(from);
        await using var made = await target.ConnectAsync(CancellationToken.None);
        // One file, without a journal beside it.
        await made.ExecuteAsync("pragma journal_mode = delete");
    }
}
