namespace IwTune.Server.Storage.Partitions;

/// <summary>
/// The partitions of the table <c>evidence</c> on PostgreSQL. They change in ordered transactions: no report is being stored meanwhile, and
/// no two servers change them at a time.
/// </summary>
internal static class EvidencePartitions
{
    /// <summary>The table as a whole.</summary>
    public const string Table = "evidence";

    private const string Rest = "evidence_rest";

    /// <summary>Rows that one transaction moves: reports wait for it.</summary>
    private const int MostMoved = 100_000;

    /// <summary>
    /// Bytes of the default partition: PostgreSQL reads all of it for each partition that is added, while reports wait.
    /// </summary>
    private const long MostRead = 1L << 30;

    /// <summary>
    /// Reports wait as long as this waits for a reader. Longer than the database's deadlock_timeout of 1 s, after which it cancels an
    /// automatic vacuum that is in the way.
    /// </summary>
    private const string Patience = "set local lock_timeout = '2s'";

    /// <summary>Those that are there; one that is dropped at this moment has no bound any more.</summary>
    public static async Task<IReadOnlyList<TimePartition>> ListAsync(DbSession db) =>
        [
            .. (
                await db.ListAsync<Row>(
                    $"""
                    select cast(cast(c.oid as regclass) as text) as name, pg_get_expr(c.relpartbound, c.oid) as bound
                    from pg_inherits i join pg_class c on c.oid = i.inhrelid
                    where i.inhparent = cast('{Table}' as regclass) and pg_get_expr(c.relpartbound, c.oid) is not null order by c.relname
                    """
                )
            ).Select(row => TimePartition.Read(row.Name, row.Bound)),
        ];

    /// <summary>Adds the partitions of now and the next two weeks that are missing.</summary>
    /// <param name="database">The store.</param>
    /// <param name="now">The current time, unix milliseconds.</param>
    /// <param name="span">The time that a new one holds.</param>
    /// <param name="most">The largest default partition, in bytes, with which one is added.</param>
    /// <param name="ct">Ends it between two of them.</param>
    /// <returns>False when one is missing and the default partition is larger.</returns>
    /// <exception cref="StoreException">Another transaction uses the table for too long, or the store cannot be written.</exception>
    public static async Task<bool> PrepareAsync(
        Database database,
        long now,
        PartitionSpan span,
        long most = MostRead,
        CancellationToken ct = default
    )
    {
        var missing = PartitionPlan.Missing(Table, await database.ReadAsync(ListAsync, ct), now, span).ToList();
        if (missing.Count > 0 && await database.ReadAsync(db => db.ValueAsync<long>($"select pg_relation_size('{Rest}')"), ct) > most)
            return false;
        foreach (var one in missing)
            await database.WriteAsync(write => AddAsync(write, one), ct);
        return true;
    }

    /// <summary>Drops a partition with its rows.</summary>
    public static async Task DropAsync(DbSession write, TimePartition partition)
    {
        await write.ExecuteAsync(Patience);
        await write.ExecuteAsync($"drop table {partition.Name}");
    }

    /// <returns>False when another server added it, or too many of its rows are in the default partition and stay there.</returns>
    private static async Task<bool> AddAsync(DbSession write, TimePartition missing)
    {
        if ((await ListAsync(write)).Any(one => !one.IsRest && one.From < missing.Until && missing.From < one.Until))
            return false;
        var range = $"received_at >= {missing.From} and received_at < {missing.Until}";
        var moving = await write.ValueAsync<long>(
            $"select count(*) from (select 1 from {Rest} where {range} limit {MostMoved + 1}) as counted"
        );
        if (moving > MostMoved)
            return false;
        await write.ExecuteAsync(Patience);
        // A reader that already knows the partitions of the table would wait for the default one, find it without the rows that moved, and
        // not look in the new one.
        if (moving > 0)
            await write.ExecuteAsync($"lock table {Table} in access exclusive mode");
        // Made first and attached then, which lets others read the table; "create table … partition of" would not.
        await write.ExecuteAsync($"create table {missing.Name} (like {Table}, primary key (host_id, number))");
        await write.ExecuteAsync(
            $"with moved as (delete from {Rest} where {range} returning *) insert into {missing.Name} select * from moved"
        );
        await write.ExecuteAsync(
            $"alter table {Table} attach partition {missing.Name} for values from ({missing.From}) to ({missing.Until})"
        );
        return true;
    }

    private sealed class Row
    {
        public string Name { get; init; } = "";
        public string Bound { get; init; } = "";
    }
}
