using System.Text.Json;
using IwTune.Server.Storage;
using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// Adds completed slots to the stored evidence, in the order of time and each as a whole: the first reports of a slot show nothing until
/// the rest has arrived, so that no order of arrival creates evidence.
/// </summary>
internal static class SlotFolding
{
    private sealed class Row
    {
        public long Slot { get; init; }
        public string HostId { get; init; } = "";
        public long Stage { get; init; }
        public long Ring { get; init; }
        public string Told { get; init; } = "";
        public double Rate { get; init; }
        public double Spread { get; init; }
        public double Concentration { get; init; }
        public double AgainShare { get; init; }
        public double AgainVariance { get; init; }
        public string Fetch { get; init; } = "";
        public double Due { get; init; }
        public double Lost { get; init; }
        public double Squares { get; init; }
        public long FoldedStage { get; init; }
        public long FoldedRing { get; init; }
        public double Folded { get; init; }
        public double FoldedDue { get; init; }
    }

    /// <returns>True when something was over.</returns>
    public static async Task<bool> FoldAsync(DbSession write, TimeProvider clock, OutcomeWatch watch)
    {
        var open = watch.OpenFrom(clock);
        if (open * watch.SlotMs <= watch.ClosedUntil)
            return false;
        var rows = await write.ListAsync<Row>(
            """
            select s.slot, s.host_id, s.stage, s.ring, s.told, t.rate, t.spread, t.concentration, t.again_share, t.again_variance,
                t.due, t.lost, t.squares, t.folded_stage, t.folded_ring, t.folded, t.folded_due,
              case when t.folded_stage = s.stage and t.folded_ring = s.ring then '' else t."fetch" end as "fetch"
            from rollout_slots s join rollout_tellers t on t.rollout_id = s.rollout_id and t.host_id = s.host_id
            where s.rollout_id = @RolloutId and s.slot < @open order by s.slot, s.host_id
            """,
            new { watch.RolloutId, open }
        );
        var slots = Slots(rows);
        var evidence = WatchEvidence.Read(watch.Evidence);
        var counted = new List<(CountedSlot At, ArmOutcome Outcome)>(slots.Count);
        foreach (var slot in slots.GroupBy(one => one.Slot))
        {
            CountedSlot[] all = [.. slot];
            evidence = SlotEvidence.Add(evidence, all, watch.Alpha, watch.Hosts.Count);
            var tails = FetchTail.Of(all);
            counted.AddRange(all.Select(one => (one, one.Counted(tails))));
        }
        await SumsAsync(write, watch.RolloutId, counted);
        await HostsAsync(write, watch.RolloutId, slots);
        await write.ExecuteAsync("delete from rollout_slots where rollout_id = @RolloutId and slot < @open", new { watch.RolloutId, open });
        await write.ExecuteAsync(
            "update rollout_watches set closed_until = @closed, evidence = @evidence where rollout_id = @RolloutId",
            new
            {
                closed = open * watch.SlotMs,
                evidence = WatchEvidence.Text(evidence),
                watch.RolloutId,
            }
        );
        return true;
    }

    /// <summary>The slots of one host share what is known of it.</summary>
    private static List<CountedSlot> Slots(IReadOnlyList<Row> rows)
    {
        var hosts = new Dictionary<string, CountedHost>(StringComparer.Ordinal);
        var slots = new List<CountedSlot>(rows.Count);
        foreach (var row in rows)
        {
            if (!hosts.TryGetValue(row.HostId, out var host))
                hosts.Add(row.HostId, host = Host(row));
            if (host.Fetch.Count == 0)
                host.Fetch = Times(row.Fetch);
            slots.Add(
                new CountedSlot(row.Slot, host, row.Stage, row.Ring, JsonSerializer.Deserialize(row.Told, GatingJson.Default.ArmOutcome)!)
            );
        }
        return slots;
    }

    private static IReadOnlyList<FetchTimes> Times(string json) =>
        json.Length == 0 ? [] : JsonSerializer.Deserialize(json, GatingJson.Default.IReadOnlyListFetchTimes)!;

    private static CountedHost Host(Row row) =>
        new()
        {
            Id = row.HostId,
            Rate = new HostRate(row.Rate, row.Spread, row.Concentration),
            AgainShare = row.AgainShare,
            AgainVariance = row.AgainVariance,
            History = new HostHistory(row.Due, row.Lost, row.Squares),
            Folded = (row.FoldedStage, row.FoldedRing),
            FoldedSegments = row.Folded,
            FoldedDue = row.FoldedDue,
        };

    private static async Task SumsAsync(DbSession write, string rolloutId, List<(CountedSlot At, ArmOutcome Outcome)> counted)
    {
        foreach (var arm in counted.GroupBy(one => (one.At.Stage, one.At.Ring)))
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
            sum = ArmSums.Add(sum, [.. arm.Select(one => (one.At.Host, one.Outcome))], arm.Key);
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

    private static async Task HostsAsync(DbSession write, string rolloutId, List<CountedSlot> slots)
    {
        foreach (var host in slots.Select(one => one.Host).Distinct())
            await write.ExecuteAsync(
                """
                update rollout_tellers set folded_stage = @Stage, folded_ring = @Ring, folded = @FoldedSegments, folded_due = @FoldedDue,
                    due = @Due, lost = @Lost, squares = @Squares
                where rollout_id = @rolloutId and host_id = @Id
                """,
                new
                {
                    host.Folded.Stage,
                    host.Folded.Ring,
                    host.FoldedSegments,
                    host.FoldedDue,
                    host.History.Due,
                    host.History.Lost,
                    host.History.Squares,
                    rolloutId,
                    host.Id,
                }
            );
    }
}
