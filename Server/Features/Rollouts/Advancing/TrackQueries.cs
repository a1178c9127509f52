using IwTune.Server.Features.Standing;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>A host's last report and the verdict on it.</summary>
internal sealed class ReportedRow
{
    public string HostId { get; init; } = "";
    public BundlePhase? Phase { get; init; }
    public string? HeldDigest { get; init; }
    public Verdict? Verdict { get; init; }
    public string Reason { get; init; } = "";

    /// <summary>Targets that are as the revision requires.</summary>
    public long AsRequired { get; init; }

    /// <summary>What stands out about it (<see cref="HostStanding.Bit"/>).</summary>
    public long StandsOut { get; init; }

    /// <summary>True when a hold keeps it as it is.</summary>
    public bool IsHeld => (StandsOut & HostStanding.Bit(StandingKind.Holds)) != 0;
}

/// <summary>The new outcome of a host of a rollout.</summary>
internal sealed record HostChange(Track Host, RolloutHostState From, HostOutcome To);

internal static class TrackQueries
{
    private const int Chunk = 500;

    private sealed class Row
    {
        public string HostId { get; init; } = "";
        public long Ring { get; init; }
        public string State { get; init; } = "";
        public string Cause { get; init; } = "";
        public long? AdmittedAt { get; init; }
    }

    public static async Task<IReadOnlyList<Track>> AllAsync(DbSession db, string id) =>
        [
            .. (
                await db.ListAsync<Row>(
                    "select host_id, ring, state, cause, admitted_at from rollout_hosts where rollout_id = @id",
                    new { id }
                )
            ).Select(row => new Track(row.HostId, (int)row.Ring)
            {
                State = Enum.Parse<RolloutHostState>(row.State),
                Cause = row.Cause,
                Told = row.AdmittedAt is not null,
                AdmittedAt = row.AdmittedAt,
            }),
        ];

    /// <summary>Only of the hosts under evaluation; all of a fleet only after a restart.</summary>
    public static async Task<Dictionary<string, ReportedRow>> ToldAsync(DbSession db, IReadOnlyList<string> hosts)
    {
        var told = new Dictionary<string, ReportedRow>(hosts.Count, StringComparer.Ordinal);
        foreach (var ids in hosts.Chunk(Chunk))
        foreach (
            var row in await db.ListAsync<ReportedRow>(
                """
                select h.id as host_id, s.phase, s.held_digest, v.verdict, coalesce(v.reason, '') as reason,
                  coalesce(t.kinds, 0) as stands_out,
                  (select count(*) from target_windows w where w.host_id = h.id and w.number = s.report_number
                    and not w.differs) as as_required
                from hosts h left join host_states s on s.host_id = h.id left join verdicts v on v.host_id = h.id
                  left join host_standings t on t.host_id = h.id
                where h.id in @ids
                """,
                new { ids }
            )
        )
            told[row.HostId] = row;
        return told;
    }

    public static async Task StoreAsync(DbSession write, TimeProvider clock, string id, IEnumerable<HostChange> changes)
    {
        foreach (var change in changes)
            await write.ExecuteAsync(
                "update rollout_hosts set state = @state, cause = @Cause, reason = @Reason, settled_at = @settled where rollout_id = "
                    + "@id and host_id = @host",
                new
                {
                    id,
                    host = change.Host.Id,
                    state = change.To.State.ToString(),
                    change.To.Cause,
                    change.To.Reason,
                    settled = change.To.State is RolloutHostState.Admitted or RolloutHostState.Waiting ? (long?)null : clock.Now(),
                }
            );
    }

    /// <summary>Admits hosts to the revision; each once.</summary>
    public static async Task AdmitAsync(DbSession write, TimeProvider clock, string id, IReadOnlyList<Track> hosts)
    {
        var admitted = 0;
        foreach (var chunk in hosts.Chunk(Chunk))
            admitted += await write.ExecuteAsync(
                "update rollout_hosts set state = 'Admitted', admitted_at = @now where rollout_id = @id and host_id in @hosts and "
                    + "admitted_at is null and state = 'Waiting'",
                new
                {
                    id,
                    now = clock.Now(),
                    hosts = Array.ConvertAll(chunk, host => host.Id),
                }
            );
        if (admitted != hosts.Count)
            throw new InvalidOperationException($"{hosts.Count - admitted} hosts of rollout {id} had been admitted before.");
    }
}
