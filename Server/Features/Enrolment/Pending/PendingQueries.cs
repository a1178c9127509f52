using IwTune.Server.Storage;

namespace IwTune.Server.Features.Enrolment.Pending;

internal static class PendingQueries
{
    private const string Waiting = "refused_at is null and lapses_at > @now";

    public static Task<PendingRow?> FindAsync(DbSession db, string id) =>
        db.FindAsync<PendingRow>("select * from pending_hosts where id = @id", new { id });

    public static Task<long> CountAsync(DbSession db, long now) =>
        db.ValueAsync<long>($"select count(*) from pending_hosts where {Waiting}", new { now });

    /// <summary>Ids are in the order of asking.</summary>
    public static Task<IReadOnlyList<PendingRow>> PageAsync(DbSession db, bool all, string? after, int limit, long now) =>
        db.ListAsync<PendingRow>(
            $"select * from pending_hosts where id > @after and (@all or ({Waiting})) order by id limit @limit",
            new
            {
                after = after ?? "",
                all,
                limit,
                now,
            }
        );

    public static Task<IReadOnlyList<PendingRow>> WaitingAsync(DbSession db, long now) =>
        db.ListAsync<PendingRow>($"select * from pending_hosts where {Waiting} order by id", new { now });

    /// <summary>Names by machine id, of members and of hosts that wait.</summary>
    public static async Task<ILookup<string, (string Id, string Name)>> TwinsAsync(DbSession db, IReadOnlyList<string> machineIds, long now)
    {
        var rows =
            machineIds.Count == 0
                ? []
                : await db.ListAsync<TwinRow>(
                    $"""
                    select id, name, machine_id, false as waits from hosts where machine_id in @machineIds and retired_at is null
                    union all select id, name, machine_id, true as waits from pending_hosts where machine_id in @machineIds and {Waiting}
                    """,
                    new { machineIds, now }
                );
        return rows.ToLookup(row => row.MachineId, row => (row.Id, row.Waits ? $"{row.Name} (waiting)" : row.Name), StringComparer.Ordinal);
    }

    public static Task<int> InsertAsync(DbSession write, PendingRow row) =>
        write.ExecuteAsync(
            """
            insert into pending_hosts (id, name, machine_id, secret_hash, os, facts, labels, token_id, token_name, address, asked_at,
                lapses_at, host_key, host_key_kind)
            values (@Id, @Name, @MachineId, @SecretHash, @Os, @Facts, @Labels, @TokenId, @TokenName, @Address, @AskedAt, @LapsesAt,
                @HostKey, @HostKeyKind)
            """,
            row
        );

    public static Task<int> RemoveAsync(DbSession write, string id) =>
        write.ExecuteAsync("delete from pending_hosts where id = @id", new { id });

    public static Task<int> RefuseAsync(DbSession write, string id, long now, string by, string reason) =>
        write.ExecuteAsync(
            "update pending_hosts set refused_at = @now, refused_by = @by, reason = @reason where id = @id",
            new
            {
                id,
                now,
                by,
                reason,
            }
        );

    /// <summary>What lapsed or was refused this long ago is forgotten.</summary>
    public static Task<int> ForgetAsync(DbSession write, long before) =>
        write.ExecuteAsync("delete from pending_hosts where lapses_at < @before", new { before });

    private sealed class TwinRow
    {
        public string Id { get; init; } = "";
        public string Name { get; init; } = "";
        public string MachineId { get; init; } = "";
        public bool Waits { get; init; }
    }
}
