using System.Data.Common;
using Dapper;

namespace IwTune.Server.Storage.Moving;

/// <summary>Makes a store in an empty database in one transaction: the schema and everything in it, or nothing.</summary>
internal static class Filling
{
    /// <param name="store">The database.</param>
    /// <param name="replace">Whether to replace an existing store.</param>
    /// <param name="fill">Fills the tables.</param>
    /// <param name="clock">Stamps the schema's steps.</param>
    /// <param name="last">The schema's last step.</param>
    /// <exception cref="StorageUnusableException">It is not empty, in use, or not to be had; nothing was changed.</exception>
    public static async Task<long> RunAsync(
        IStore store,
        bool replace,
        Func<DbSession, Task<long>> fill,
        TimeProvider clock,
        int last = int.MaxValue
    )
    {
        try
        {
            await using var connection = await store.ConnectAsync(CancellationToken.None);
            if (await store.IsInUseAsync(connection))
                throw new StorageUnusableException($"A server is running on {store.Shown}: stop every server of it, then repeat this.");
            var transaction = await store.BeginAsync(connection, WriteLane.Ordered, [], CancellationToken.None);
            return await Atomic.RunAsync(
                store,
                connection,
                transaction,
                async () =>
                {
                    await store.AllowPausesAsync(connection);
                    await EmptyAsync(store, connection, replace);
                    var steps = Migration.Of(store.Dialect).Where(step => step.Number <= last).ToList();
                    await Migrator.ApplyWithinAsync(store, connection, steps, clock);
                    return await fill(new DbSession(connection, store, WriteLane.Ordered));
                }
            );
        }
        catch (DbException failed)
        {
            throw new StorageUnusableException(
                $"{store.Shown}: {failed.Message.TrimEnd('.')}. {store.Explain(failed).WayOut} Nothing was changed.",
                failed
            );
        }
    }

    private static async Task EmptyAsync(IStore store, DbConnection connection, bool replace)
    {
        var tables = await store.TablesAsync(connection);
        if (tables.Count > 0 && !tables.Contains("migrations"))
            throw new StorageUnusableException(
                $"{store.Shown} holds something else: the table {tables[0]}. Give the server a database of its own."
            );
        if (tables.Count > 0 && !replace)
            throw new StorageUnusableException($"{store.Shown} is not empty: it already contains a store. Give an empty database.");
        foreach (var table in ReferenceOrder.Of(tables, await store.ReferencesAsync(connection)).Reverse())
            await connection.ExecuteAsync($"drop table {table}");
    }
}
