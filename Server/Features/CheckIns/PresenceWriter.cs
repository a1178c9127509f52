using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.CheckIns;

/// <summary>
/// Writes presences in batches: what changed within seconds, the mere time of a check-in every few minutes, everything on shutdown.
/// After a crash the stored counter is at most that much behind, which only makes the clone check more lenient.
/// A store that cannot be written, such as on a full disk, ends nothing: the batch stays due and the next round tries again.
/// </summary>
public sealed partial class PresenceWriter(HostDirectory hosts, Database database, TimeProvider clock, ILogger<PresenceWriter> log)
    : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(5);
    private const int QuietRounds = 60,
        Together = 1_000;

    private static readonly BulkStatement Upsert = BulkStatement.Insert(
        "presence",
        "host_id text, seen_at bigint, boot_id text, earlier_boot text, counter bigint, held_sequence bigint, held_digest text, "
            + "held_expires bigint, state_hash text, trust bigint",
        """
        on conflict (host_id) do update set seen_at = excluded.seen_at, boot_id = excluded.boot_id, earlier_boot = excluded.earlier_boot,
          counter = excluded.counter, held_sequence = excluded.held_sequence, held_digest = excluded.held_digest,
          held_expires = excluded.held_expires, state_hash = excluded.state_hash, trust = excluded.trust
        where excluded.counter >= presence.counter
        """
    );

    private readonly Dictionary<string, Presence> _written = hosts.All.ToDictionary(h => h.Id, h => h.Presence, StringComparer.Ordinal);

    /// <summary>Whether the last round could not be written.</summary>
    public bool IsFailing { get; private set; }

    /// <summary>One batch, a transaction for each thousand; none when there is nothing to write.</summary>
    /// <param name="all">Also presences of which only the time changed.</param>
    /// <returns>Rows written.</returns>
    public async Task<int> WriteAsync(bool all)
    {
        var due = hosts
            .All.Select(host => (host.Id, host.Presence))
            // The server that heard of a host writes its presence.
            .Where(now => !now.Presence.Elsewhere)
            .Where(now =>
                !_written.TryGetValue(now.Id, out var before) ? now.Presence.SeenAt > 0
                : all ? now.Presence != before
                : now.Presence.Tells(before)
            )
            // In one order on every server, so that two of them cannot wait for each other's rows.
            .OrderBy(now => now.Id, StringComparer.Ordinal)
            .ToList();
        // After a publication to the whole fleet everything changed: other writers get their turn in between.
        foreach (var some in due.Chunk(Together))
        {
            await database.IngestAsync(
                [],
                async write =>
                {
                    await write.ManyAsync(Upsert, [.. some.Select(now => Row(now.Id, now.Presence))]);
                    return 0;
                }
            );
            foreach (var (id, presence) in some)
                _written[id] = presence;
        }
        return due.Count;
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        await TryWriteAsync(all: true);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, clock);
        for (var round = 1; await timer.NextAsync(stoppingToken); round++)
            await TryWriteAsync(all: round % QuietRounds == 0);
    }

    private async Task TryWriteAsync(bool all)
    {
        try
        {
            await WriteAsync(all);
            IsFailing = false;
        }
        catch (StoreException unusable)
        {
            // Once, not every few seconds until there is room again.
            if (!IsFailing)
                NotWritten(unusable);
            IsFailing = true;
        }
    }

    private static object?[] Row(string id, Presence presence) =>
        [
            id,
            presence.SeenAt,
            presence.BootId,
            presence.EarlierBoot,
            presence.Counter,
            presence.Held?.Sequence ?? 0,
            presence.Held?.Digest ?? "",
            presence.Held?.Expires.ToUnixTimeMilliseconds() ?? 0,
            presence.StateHash,
            presence.Trust,
        ];

    [LoggerMessage(Level = LogLevel.Error, Message = "Cannot write check-ins to the store; they are kept in memory and retried")]
    private partial void NotWritten(Exception why);
}
