using IwTune.Server.Storage;
using IwTune.Server.Storage.Partitions;

namespace IwTune.Server.Features.Retention;

/// <summary>
/// Drops partitions of evidence that are older than the period as a whole, where the store has partitions. Evidence under a legal hold
/// stays where it is: a backup that is being made would miss rows that move. The other rows of such a partition are deleted one by one, as
/// are those of partitions of more than a week.
/// </summary>
internal static class OldEvidence
{
    /// <param name="database">The store.</param>
    /// <param name="slices">The first and the last id of some hosts, together all of them.</param>
    /// <param name="end">Reads the end of what is old, which may become earlier meanwhile.</param>
    /// <param name="ct">Ends it between two partitions.</param>
    public static async Task<DroppedEvidence> DropAsync(
        Database database,
        IReadOnlyList<(string First, string Last)> slices,
        Func<DbSession, Task<long>> end,
        CancellationToken ct
    )
    {
        if (!database.Store.IsPartitioned)
            return new(0, [EvidencePartitions.Table], []);
        var before = await database.ReadAsync(end, ct);
        var (rows, others, inUse) = (0L, new List<string>(), new List<string>());
        foreach (var partition in await database.ReadAsync(EvidencePartitions.ListAsync, ct))
        {
            if (partition.IsRest || partition.From >= before || partition.Until > before)
            {
                if (!partition.IsWeek && partition.From < before)
                    others.Add(partition.Name);
                continue;
            }
            try
            {
                if (await DropAsync(database, slices, partition, end, ct) is { } dropped)
                    rows += dropped;
                else
                    others.Add(partition.Name);
            }
            catch (StoreException busy) when (busy.IsCollision)
            {
                inUse.Add(partition.Name);
            }
        }
        return new(rows, others, inUse);
    }

    /// <returns>The number of its rows; <see langword="null"/> when a legal hold or a longer period keeps some.</returns>
    private static async Task<long?> DropAsync(
        Database database,
        IReadOnlyList<(string First, string Last)> slices,
        TimePartition partition,
        Func<DbSession, Task<long>> end,
        CancellationToken ct
    )
    {
        if (await database.ReadAsync(db => IsHeldAsync(db, partition), ct))
            return null;
        // Counted before the transaction, for which reports wait, and some hosts at a time, as a statement has a time limit.
        var rows = 0L;
        foreach (var (first, last) in slices)
            rows += await database.ReadAsync(
                db =>
                    db.ValueAsync<long>(
                        $"select count(*) from {partition.Name} where host_id >= @first and host_id <= @last",
                        new { first, last }
                    ),
                ct
            );
        return await database.WriteAsync<long?>(
            async write =>
            {
                // A hold that was set meanwhile counts, and so does a longer period.
                if (await IsHeldAsync(write, partition) || partition.Until > await end(write))
                    return null;
                await EvidencePartitions.DropAsync(write, partition);
                return rows;
            },
            ct
        );
    }

    /// <summary>With "offset 0" each held host is looked up in the index: without it the planner may read the whole partition.</summary>
    private static Task<bool> IsHeldAsync(DbSession db, TimePartition partition) =>
        db.ValueAsync<bool>(
            $"""
            select exists (
              select 1 from legal_holds h join legal_hold_hosts c on c.hold_id = h.id
              where h.lifted_at is null and h.from_at < @Until and h.until_at >= @From and exists (
                select 1 from {partition.Name} e
                where e.host_id = c.host_id and e.received_at >= h.from_at and e.received_at <= h.until_at offset 0))
            """,
            new { partition.From, partition.Until }
        );
}
