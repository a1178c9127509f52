using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Compliance;

/// <summary>What hosts were: a change is kept whenever a name, a fact that selectors see, or a label changed.</summary>
internal static class IdentityHistory
{
    private const int Together = 500;

    private static readonly BulkStatement Changes = BulkStatement.Insert(
        "identity_changes",
        "id text, host_id text, changed_at bigint, identity text"
    );

    private sealed class Row
    {
        public string Id { get; init; } = "";
        public string OsName { get; init; } = "";
        public string AgentVersion { get; init; } = "";
        public string? Identity { get; init; }
    }

    /// <summary>Keeps what a host is from now on; nothing when that is what was kept last. Its row is written already.</summary>
    public static Task KeepAsync(DbSession write, TimeProvider clock, HostIdentity host) => KeepAsync(write, clock, host, () => true);

    /// <inheritdoc cref="KeepAsync(DbSession, TimeProvider, HostIdentity)"/>
    /// <param name="write">The transaction.</param>
    /// <param name="clock">Says when.</param>
    /// <param name="host">What it is.</param>
    /// <param name="may">Asked when there is something to keep.</param>
    /// <returns>False when there is, and it may not be kept now.</returns>
    public static async Task<bool> KeepAsync(DbSession write, TimeProvider clock, HostIdentity host, Func<bool> may)
    {
        var row = (
            await write.FindAsync<Row>(
                """
                select os_name, agent_version,
                       (select identity from identity_changes where host_id = @Id order by changed_at desc, id desc limit 1) as identity
                from hosts where id = @Id
                """,
                new { host.Id }
            )
        )!;
        var identity = Written(host, row);
        if (identity == row.Identity)
            return true;
        if (!may())
            return false;
        await write.ExecuteAsync(
            "insert into identity_changes (id, host_id, changed_at, identity) values (@id, @hostId, @now, @identity)",
            new
            {
                id = clock.NewId(),
                hostId = host.Id,
                now = clock.Now(),
                identity,
            }
        );
        return true;
    }

    /// <summary>The same for many hosts whose rows are written already.</summary>
    public static async Task KeepAllAsync(DbSession write, TimeProvider clock, IReadOnlyList<HostIdentity> hosts)
    {
        foreach (var chunk in hosts.Chunk(Together))
        {
            var rows = (
                await write.ListAsync<Row>(
                    """
                    select id, os_name, agent_version,
                           (select identity from identity_changes where host_id = h.id
                            order by changed_at desc, id desc limit 1) as identity
                    from hosts h where id in @ids
                    """,
                    new { ids = chunk.Select(host => host.Id).ToArray() }
                )
            ).ToDictionary(row => row.Id, StringComparer.Ordinal);
            await write.ManyAsync(
                Changes,
                [
                    .. chunk
                        .Select(host => (host.Id, Was: rows[host.Id].Identity, Is: Written(host, rows[host.Id])))
                        .Where(host => host.Was != host.Is)
                        .Select(host => (object?[])[clock.NewId(), host.Id, clock.Now(), host.Is]),
                ]
            );
        }
    }

    private static string Written(HostIdentity host, Row row) => KeptIdentity.Of(host, row.OsName, row.AgentVersion).Write();

    /// <summary>Hosts from before there was a history: what they are now is the first that is known of them.</summary>
    public static async Task BeginAsync(Database database, HostDirectory hosts, TimeProvider clock)
    {
        var unknown = await database.ReadAsync(db =>
            db.ListAsync<string>(
                "select id from hosts h where retired_at is null and not exists (select 1 from identity_changes c where c.host_id = h.id)"
            )
        );
        foreach (var chunk in unknown.Chunk(Together))
            await database.WriteAsync(async write =>
            {
                foreach (var id in chunk)
                    if (hosts.Find(id) is { } host)
                        await KeepAsync(write, clock, host.Identity);
                return 0;
            });
    }
}
