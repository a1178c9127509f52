using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// What the gate of each ring said in the course of it. A ring has at most <see cref="Most"/> points, about evenly spread over its time,
/// and every change of the verdict is one.
/// </summary>
internal static class GateHistory
{
    public const int Most = 60;

    private sealed class Row
    {
        public long JudgedAt { get; init; }
        public string Verdict { get; init; } = "";
        public string Inputs { get; init; } = "";
    }

    /// <summary>Keeps one evaluation when the history needs it, in the transaction that judged.</summary>
    public static async Task StoreAsync(DbSession write, string rolloutId, long ring, RolloutGate gate)
    {
        var kept = await write.ListAsync<Row>(
            "select judged_at, verdict from rollout_gate_points where rollout_id = @rolloutId and ring = @ring order by judged_at",
            new { rolloutId, ring }
        );
        List<(long At, string Verdict)> points = [.. kept.Select(row => (row.JudgedAt, row.Verdict))];
        var (at, verdict) = (gate.At.ToUnixTimeMilliseconds(), gate.Verdict.ToString());
        if (!Needs(points, at, verdict))
            return;
        if (Surplus(points) is { Count: > 0 } surplus)
            await write.ExecuteAsync(
                "delete from rollout_gate_points where rollout_id = @rolloutId and ring = @ring and judged_at in @surplus",
                new
                {
                    rolloutId,
                    ring,
                    surplus,
                }
            );
        await write.ExecuteAsync(
            """
            insert into rollout_gate_points (rollout_id, ring, judged_at, verdict, inputs)
            values (@rolloutId, @ring, @at, @verdict, @inputs)
            on conflict (rollout_id, ring, judged_at) do update set verdict = excluded.verdict, inputs = excluded.inputs
            """,
            new
            {
                rolloutId,
                ring,
                at,
                verdict,
                inputs = JsonSerializer.Serialize(Figures(gate.Inputs), RolloutJson.Default.IReadOnlyListGateInput),
            }
        );
    }

    /// <summary>The points of a ring, the oldest first.</summary>
    public static async Task<IReadOnlyList<GatePoint>> ListAsync(DbSession db, string rolloutId, long ring) =>
        [
            .. (
                await db.ListAsync<Row>(
                    "select judged_at, verdict, inputs from rollout_gate_points where rollout_id = @rolloutId and ring = @ring "
                        + "order by judged_at",
                    new { rolloutId, ring }
                )
            ).Select(row => new GatePoint(
                Clock.At(row.JudgedAt),
                Enum.Parse<GateVerdict>(row.Verdict),
                JsonSerializer.Deserialize(row.Inputs, RolloutJson.Default.IReadOnlyListGateInput)!
            )),
        ];

    /// <summary>Whether an evaluation is to be kept: another verdict always, the same one when enough time has passed.</summary>
    internal static bool Needs(IReadOnlyList<(long At, string Verdict)> points, long at, string verdict) =>
        points.Count == 0
        || points[^1].Verdict != verdict
        // Also after the time of day went back.
        || Math.Abs(at - points[^1].At) >= Math.Abs(at - points[0].At) / (Most / 2) && at != points[^1].At;

    /// <summary>What gives way to one more point: every second one, but the first, the last, and changes of the verdict.</summary>
    internal static IReadOnlyList<long> Surplus(IReadOnlyList<(long At, string Verdict)> points)
    {
        if (points.Count < Most)
            return [];
        List<long> quiet = [],
            all = [];
        for (var i = 1; i < points.Count - 1; i += 2)
        {
            all.Add(points[i].At);
            if (points[i].Verdict == points[i - 1].Verdict)
                quiet.Add(points[i].At);
        }
        return quiet.Count > 0 ? quiet : all;
    }

    private static IReadOnlyList<GateInput> Figures(IReadOnlyList<GateInput> inputs) =>
        [
            .. inputs
                .Where(input => input is { Unit: "share" or "ms", Value: not null, Verdict: not GateVerdict.NotApplicable })
                .Select(input => input with { Sentence = "" }),
        ];
}
