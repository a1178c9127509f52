using System.Text.Json;
using IwTune.Server.Storage;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// Adds completed slots to the evidence, in the order of time and each as a whole: the first reports of a slot show nothing until the rest
/// has arrived, so that no order of arrival creates evidence.
/// </summary>
internal static class SlotFolding
{
    internal sealed class Row
    {
        public long Slot { get; init; }
        public string HostId { get; init; } = "";
        public long Stage { get; init; }
        public long Ring { get; init; }
        public string Told { get; init; } = "";
        public double Rate { get; init; }
        public double Spread { get; init; }
        public double AgainShare { get; init; }
        public double AgainVariance { get; init; }
        public string Fetch { get; init; } = "";
        public long FoldedStage { get; init; }
        public long FoldedRing { get; init; }
        public double Folded { get; init; }
    }

    /// <returns>True when something was over.</returns>
    public static async Task<bool> FoldAsync(DbSession write, TimeProvider clock, OutcomeWatch watch)
    {
        var open = watch.OpenFrom(clock);
        if (open * watch.SlotMs <= watch.ClosedUntil)
            return false;
        var rows = await write.ListAsync<Row>(
            """
            select s.slot, s.host_id, s.stage, s.ring, s.told, t.rate, t.spread, t.again_share, t.again_variance, t.folded_stage,
                t.folded_ring, t.folded,
              case when t.folded_stage = s.stage and t.folded_ring = s.ring then '' else t."fetch" end as "fetch"
            from rollout_slots s join rollout_tellers t on t.rollout_id = s.rollout_id and t.host_id = s.host_id
            where s.rollout_id = @RolloutId and s.slot < @open order by s.slot, s.host_id
            """,
            new { watch.RolloutId, open }
        );
        var evidence = Evidence(watch, rows);
        await SumsAsync(write, watch.RolloutId, rows);
        await write.ExecuteAsync("delete from rollout_slots where rollout_id = @RolloutId and slot < @open", new { watch.RolloutId, open });
        await write.ExecuteAsync(
            "update rollout_watches set closed_until = @closed, evidence = @evidence where rollout_id = @RolloutId",
            new
            {
                closed = open * watch.SlotMs,
                evidence,
                watch.RolloutId,
            }
        );
        return true;
    }

    private static string Evidence(OutcomeWatch watch, IReadOnlyList<Row> rows)
    {
        var kept = WatchEvidence.Read(watch.Evidence);
        var (process, tested, control) = (kept.Process, kept.Tested, kept.Control);
        // The hosts of every ring can mislead anew.
        var alpha = watch.Alpha * AlphaShares.HostRates / Math.Max(1, watch.Hosts.Count);
        foreach (var slot in rows.GroupBy(row => row.Slot))
        {
            var (mine, theirs) = (new ExpectedLosses(), new ExpectedLosses());
            var (ofMine, ofTheirs) = (ArmOutcome.None, ArmOutcome.None);
            foreach (var row in slot)
            {
                var told = Outcome(row);
                (row.Ring > 0 ? mine : theirs).Add(told.Judged, told.Lost, new HostRate(row.Rate, row.Spread));
                var judged = new ArmOutcome
                {
                    Judged = told.Judged,
                    Lost = told.Lost,
                    LostBefore = told.LostBefore,
                };
                (ofMine, ofTheirs) = row.Ring > 0 ? (ofMine.With(judged), ofTheirs) : (ofMine, ofTheirs.With(judged));
            }
            if (process.Add(mine, theirs, alpha))
                (tested, control) = (tested.With(ofMine), control.With(ofTheirs));
        }
        return WatchEvidence.Text(process, tested, control);
    }

    private static async Task SumsAsync(DbSession write, string rolloutId, IReadOnlyList<Row> rows)
    {
        foreach (var arm in rows.GroupBy(row => (row.Stage, row.Ring)))
        {
            var (stage, ring) = arm.Key;
            var there = await write.FindAsync<string>(
                "select outcome from rollout_outcomes where rollout_id = @rolloutId and stage = @stage and ring = @ring",
                new
                {
                    rolloutId,
                    stage,
                    ring,
                }
            );
            var sum = there is null ? ArmOutcome.None : JsonSerializer.Deserialize(there, GatingJson.Default.ArmOutcome)!;
            foreach (var host in arm.GroupBy(row => row.HostId, StringComparer.Ordinal))
            {
                var (first, told) = (host.First(), ArmOutcome.None);
                foreach (var row in host)
                    told = told.With(Outcome(row));
                var known = first.FoldedStage == stage && first.FoldedRing == ring;
                // What a host's share is off by is the same all the time: it adds up before it is squared.
                var (before, now) = (known ? first.Folded : 0, (known ? first.Folded : 0) + told.Segments);
                told = told with
                {
                    AgainVariance = (now * now - before * before) * first.AgainVariance,
                    Hosts = known ? 0 : 1,
                    FetchBefore = known ? [] : JsonSerializer.Deserialize(first.Fetch, GatingJson.Default.IReadOnlyListFetchTimes)!,
                };
                await write.ExecuteAsync(
                    "update rollout_tellers set folded_stage = @stage, folded_ring = @ring, folded = @now where rollout_id = @rolloutId "
                        + "and host_id = @HostId",
                    new
                    {
                        stage,
                        ring,
                        now,
                        rolloutId,
                        first.HostId,
                    }
                );
                sum = sum.With(told);
            }
            await write.ExecuteAsync(
                """
                insert into rollout_outcomes (rollout_id, stage, ring, outcome) values (@rolloutId, @stage, @ring, @outcome)
                on conflict (rollout_id, stage, ring) do update set outcome = excluded.outcome
                """,
                new
                {
                    rolloutId,
                    stage,
                    ring,
                    outcome = JsonSerializer.Serialize(sum, GatingJson.Default.ArmOutcome),
                }
            );
        }
    }

    /// <summary>A host's reports, with the losses that its own past predicts for as many connections.</summary>
    private static ArmOutcome Outcome(Row row)
    {
        var told = JsonSerializer.Deserialize(row.Told, GatingJson.Default.ArmOutcome)!;
        return told with { LostBefore = told.Judged * row.Rate, AgainBefore = told.Segments * row.AgainShare };
    }
}
