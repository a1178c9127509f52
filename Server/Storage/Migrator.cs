using System.Data.Common;
using Dapper;

namespace IwTune.Server.Storage;

/// <summary>Brings a store's schema to what this server was built with. Every step is one transaction.</summary>
internal static class Migrator
{
    private const string Table =
        "create table migrations (number bigint primary key, name text not null, checksum text not null, applied_at bigint not null)";

    /// <summary>Longer than the database waits for the leader's silence.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10),
        Look = TimeSpan.FromMilliseconds(250);

    private sealed class Applied
    {
        public long Number { get; init; }
        public string Name { get; init; } = "";
        public string Checksum { get; init; } = "";
    }

    /// <exception cref="StorageUnusableException">
    /// The store was made by a newer server, or a step that was applied is not the one known here.
    /// </exception>
    public static async Task ApplyAsync(
        IStore store,
        DbConnection connection,
        IReadOnlyList<Migration> known,
        TimeProvider clock,
        SchemaUse schema = SchemaUse.Upgrade
    )
    {
        var tables = await store.TablesAsync(connection);
        if (tables.Count > 0 && !tables.Contains("migrations"))
            throw new StorageUnusableException(
                $"{store.Shown} holds something else: the table {tables[0]}. Give the server a database of its own."
            );
        if (tables.Count == 0 && schema is SchemaUse.UpgradeExisting or SchemaUse.UpgradeUnlessRunning)
            throw new StorageUnusableException(
                $"{store.Shown} is empty: it is not the store of this data directory, or its data is lost. Nothing was changed. Name the "
                    + "right one with --data or --database, or restore a backup with 'iwtune-server restore FILE --replace'. A new store "
                    + "begins with 'iwtune-server run' and an empty data directory."
            );
        var done = tables.Count == 0 ? [] : await CheckAsync(connection, known);
        var missing = known.Where(step => !done.Contains(step.Number)).ToList();
        if (missing.Count == 0 || schema == SchemaUse.AsItIs)
            return;
        if (schema == SchemaUse.UpgradeUnlessRunning && await store.IsInUseAsync(connection))
            throw new StorageUnusableException(
                $"{store.Shown} has the schema of an older iwtune-server, and a server runs on it. Nothing was changed. Use the "
                    + "iwtune-server of that version, or stop every server first: this command upgrades the schema, as a start does."
            );
        if (tables.Count > 0 && await IsOutdatedAndLedAsync(store, connection, known, clock))
            throw new StorageUnusableException(
                $"{store.Shown} has the schema of an older iwtune-server, and a server of that version runs on it. Nothing was changed. "
                    + "Stop every server of the database, then start this version: it upgrades the schema. Hosts keep their windows "
                    + "meanwhile."
            );
        foreach (var step in missing)
            await ApplyAsync(store, connection, step, clock);
    }

    /// <summary>Whether a store has every step that is known here.</summary>
    public static async Task<bool> IsCurrentAsync(DbSession db, IReadOnlyList<Migration> known) =>
        await db.ValueAsync<long>("select count(*) from migrations") == known.Count;

    /// <summary>
    /// A server reads and writes tables as its own version knows them, so their form must not change under it. One that was killed or is
    /// frozen leads until the database ends its session; of several that start at once one may have upgraded the schema and lead by now.
    /// </summary>
    private static async Task<bool> IsOutdatedAndLedAsync(
        IStore store,
        DbConnection connection,
        IReadOnlyList<Migration> known,
        TimeProvider clock
    )
    {
        for (var waited = TimeSpan.Zero; await store.IsLedAsync(connection); waited += Look)
        {
            if ((await CheckAsync(connection, known)).Count == known.Count)
                return false;
            if (waited >= Patience)
                return true;
            await Task.Delay(Look, clock);
        }
        return false;
    }

    /// <summary>Makes the whole schema in the caller's transaction, in an empty database.</summary>
    public static async Task ApplyWithinAsync(IStore store, DbConnection connection, IReadOnlyList<Migration> known, TimeProvider clock)
    {
        foreach (var step in known)
            await StepAsync(store, connection, step, clock);
    }

    private static async Task<HashSet<long>> CheckAsync(DbConnection connection, IReadOnlyList<Migration> known)
    {
        var done = new HashSet<long>();
        foreach (var applied in await connection.QueryAsync<Applied>("select number, name, checksum from migrations order by number"))
        {
            var match =
                known.FirstOrDefault(m => m.Number == applied.Number)
                ?? throw new StorageUnusableException(
                    $"The store has schema step {applied.Name}, which this server does not know: it was used by a newer iwtune-server. "
                        + "Start that version, or restore the backup made before it."
                );
            if (match.Checksum != applied.Checksum)
                throw new StorageUnusableException(
                    $"Schema step {applied.Name} of the store is not the one this server was built with (checksum "
                        + $"{applied.Checksum[..12]}, expected {match.Checksum[..12]}). Start the version that made the store."
                );
            done.Add(applied.Number);
        }
        return done;
    }

    private static async Task ApplyAsync(IStore store, DbConnection connection, Migration step, TimeProvider clock)
    {
        var transaction = await store.BeginAsync(connection, WriteLane.Ordered, [], CancellationToken.None);
        await Atomic.RunAsync(store, connection, transaction, () => StepAsync(store, connection, step, clock));
    }

    private static async Task<bool> StepAsync(IStore store, DbConnection connection, Migration step, TimeProvider clock)
    {
        // Checked again inside the transaction: another process may have been first.
        if (!(await store.TablesAsync(connection)).Contains("migrations"))
            await connection.ExecuteAsync(Table);
        else if (
            await connection.ExecuteScalarAsync<long>(
                "select count(*) from migrations where number = @number",
                new { number = (long)step.Number }
            ) > 0
        )
            return false;
        // However long it takes to read the largest table.
        await connection.ExecuteAsync(step.Sql, commandTimeout: 0);
        await store.AfterMigrationAsync(connection);
        return await connection.ExecuteAsync(
                "insert into migrations (number, name, checksum, applied_at) values (@number, @Name, @Checksum, @now)",
                new
                {
                    number = (long)step.Number,
                    step.Name,
                    step.Checksum,
                    now = clock.GetUtcNow().ToUnixTimeMilliseconds(),
                }
            ) > 0;
    }
}
