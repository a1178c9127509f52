using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>The watch of a rollout: begun with the first connections that count, and kept as long as the rollout is.</summary>
internal static class WatchQueries
{
    private const long MonthMs = 30L * 24 * 60 * 60 * 1000;

    private sealed class PlannedRow
    {
        public string Rules { get; init; } = "";
        public string? FromContent { get; init; }
        public string TargetContent { get; init; } = "";
    }

    private sealed class RingRow
    {
        public long Ring { get; init; }
        public long Hosts { get; init; }
        public long Blind { get; init; }
    }

    private sealed class PastRow
    {
        public long Hosts { get; init; }
        public double Judged { get; init; }
        public double Lost { get; init; }
        public double LostSquared { get; init; }
        public double JudgedSquared { get; init; }
        public double Segments { get; init; }
        public double Again { get; init; }
    }

    /// <summary>The rollouts in progress of these hosts; mostly none.</summary>
    public static async Task<ILookup<string, RolloutMembership>> OfHostsAsync(DbSession db, IReadOnlyList<string> hostIds) =>
        (
            await db.ListAsync<RolloutMembership>(
                """
                select r.id as rollout_id, r.ring as stage, h.host_id, h.ring, h.state, h.admitted_at
                from rollouts r join rollout_hosts h on h.rollout_id = r.id and h.host_id in @hostIds
                where r.in_force and r.ring > 0 and not r.emergency order by r.id
                """,
                new { hostIds }
            )
        ).ToLookup(row => row.HostId, StringComparer.Ordinal);

    public static Task<OutcomeWatch?> FindAsync(DbSession db, string rolloutId) =>
        db.FindAsync<OutcomeWatch>("select * from rollout_watches where rollout_id = @rolloutId", new { rolloutId });

    /// <summary>Begins to observe: the hosts' earlier losses are read now, while all of them are from before.</summary>
    public static async Task<OutcomeWatch> BeginAsync(DbSession write, TimeProvider clock, string rolloutId)
    {
        // Hosts of one rollout report at the same time, and share one row.
        write.InOrder();
        await ForgetAsync(write, clock);
        var planned = (
            await write.FindAsync<PlannedRow>(
                """
                select o.rules, f.content as from_content, t.content as target_content
                from rollouts o join revisions t on t.policy = o.policy and t.number = o.to_revision
                left join revisions f on f.policy = o.policy and f.number = o.from_revision where o.id = @rolloutId
                """,
                new { rolloutId }
            )
        )!;
        var rules = JsonSerializer.Deserialize(planned.Rules, RolloutJson.Default.RolloutRules)!;
        var past = await PastAsync(write, rolloutId);
        var prior = RatePrior.Of(past.Hosts, past.Judged, past.Lost, past.LostSquared, past.JudgedSquared);
        var rings = Rings(await RingsAsync(write, rolloutId), rules.Rings.Count);
        // A gate should be evaluated several times before it passes a ring.
        var slot = Math.Clamp(rules.BakeSeconds / 10, 10, 60) * 1000L;
        await write.ExecuteAsync(
            """
            insert into rollout_watches (rollout_id, from_digest, target_digest, began_at, slot_ms, closed_until, rings, alpha,
                prior_mean, prior_shape, again_mean, evidence)
            values (@rolloutId, @from, @target, @now, @slot, @now - @slot, @rings, @Alpha, @Mean, @Shape, @again, @evidence)
            """,
            new
            {
                rolloutId,
                from = planned.FromContent is null ? "" : Digest(planned.FromContent),
                target = Digest(planned.TargetContent),
                now = clock.Now(),
                slot,
                rings = JsonSerializer.Serialize(rings, GatingJson.Default.IReadOnlyListArmHosts),
                rules.Alpha,
                prior.Mean,
                prior.Shape,
                again = past.Segments > 0 ? past.Again / past.Segments : prior.Mean,
                evidence = WatchEvidence.Empty,
            }
        );
        return (await FindAsync(write, rolloutId))!;
    }

    private static Task<IReadOnlyList<RingRow>> RingsAsync(DbSession db, string rolloutId) =>
        db.ListAsync<RingRow>(
            """
            select h.ring, count(*) as hosts, sum(case when s.os = 'windows' then 1 else 0 end) as blind
            from rollout_hosts h join hosts s on s.id = h.host_id where h.rollout_id = @rolloutId group by h.ring
            """,
            new { rolloutId }
        );

    /// <summary>By number: a ring can be empty.</summary>
    private static ArmHosts[] Rings(IReadOnlyList<RingRow> rows, int rings)
    {
        var hosts = new ArmHosts[rings];
        Array.Fill(hosts, new ArmHosts(0, 0));
        foreach (var row in rows)
        {
            if (row.Ring >= 1 && row.Ring <= rings)
                hosts[row.Ring - 1] = new ArmHosts((int)row.Hosts, (int)row.Blind);
        }
        return hosts;
    }

    private static async Task<PastRow> PastAsync(DbSession db, string rolloutId) =>
        (
            await db.FindAsync<PastRow>(
                """
                select count(*) as hosts, coalesce(sum(b.judged), 0) as judged, coalesce(sum(b.lost), 0) as lost,
                    coalesce(sum(b.lost * b.lost / b.judged), 0) as lost_squared,
                  coalesce(sum(b.judged * b.judged), 0) as judged_squared, coalesce(sum(b.segments), 0) as segments,
                      coalesce(sum(b.again), 0) as again
                from traffic_base b join rollout_hosts h on h.host_id = b.host_id and h.rollout_id = @rolloutId where b.judged > 0
                """,
                new { rolloutId }
            )
        )!;

    /// <summary>
    /// Of rollouts that ended the gates stay; the sums and the earlier evaluations are kept a month, single hosts' shares until the next
    /// rollout begins.
    /// </summary>
    private static async Task ForgetAsync(DbSession write, TimeProvider clock)
    {
        const string ended = "in (select id from rollouts where not in_force and ended_at is not null and ended_at < @before)";
        var now = clock.Now();
        await write.ExecuteAsync($"delete from rollout_slots where rollout_id {ended}", new { before = now });
        await write.ExecuteAsync($"delete from rollout_tellers where rollout_id {ended}", new { before = now });
        foreach (var table in (string[])["rollout_outcomes", "rollout_watches", "rollout_gate_points"])
            await write.ExecuteAsync($"delete from {table} where rollout_id {ended}", new { before = now - MonthMs });
    }

    private static string Digest(string content) => BundleDigest.Of(JsonSerializer.Deserialize(content, WireJson.Default.BundleContent)!);
}
