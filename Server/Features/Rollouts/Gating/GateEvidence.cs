using System.Text.Json;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>The evidence of a rollout's production connections, in the form that a gate uses.</summary>
internal static class GateEvidence
{
    private sealed class OutcomeRow
    {
        public long Ring { get; init; }
        public string Outcome { get; init; } = "";
    }

    /// <summary>
    /// Adds the reports of completed times to the rollout's evidence, and returns all of it. Called in the transaction that judges and
    /// keeps the gate. Repeated calls are safe: a completed time counts once.
    /// </summary>
    /// <param name="write">The transaction.</param>
    /// <param name="clock">Decides which times are completed.</param>
    /// <param name="rolloutId">A rollout.</param>
    /// <param name="ring">Its ring, from 1.</param>
    /// <param name="hosts">The hosts of both arms now: since the rollout began, some have left, and others were planned.</param>
    public static async Task<GateOutcomes> GatherAsync(
        DbSession write,
        TimeProvider clock,
        string rolloutId,
        int ring,
        (ArmHosts Ring, ArmHosts Control) hosts
    )
    {
        var watch = await WatchQueries.FindAsync(write, rolloutId) ?? await WatchQueries.BeginAsync(write, clock, rolloutId);
        if (await SlotFolding.FoldAsync(write, clock, watch))
            watch = (await WatchQueries.FindAsync(write, rolloutId))!;
        var kept = WatchEvidence.Read(watch.Evidence);
        var outcomes = await write.ListAsync<OutcomeRow>(
            "select ring, outcome from rollout_outcomes where rollout_id = @rolloutId and stage = @ring and ring in (0, @ring)",
            new { rolloutId, ring }
        );
        return Of(kept, Of(outcomes, ring), Of(outcomes, 0)) with
        {
            RingHosts = hosts.Ring,
            ControlHosts = hosts.Control,
            Late = watch.Late,
        };
    }

    /// <summary>In the form that a gate uses.</summary>
    /// <param name="kept">The evidence of the whole rollout.</param>
    /// <param name="ring">The hosts of a ring that have the revision, since the ring began.</param>
    /// <param name="control">The hosts that did not have it, since then.</param>
    public static GateOutcomes Of(WatchEvidence kept, ArmOutcome ring, ArmOutcome control) =>
        new()
        {
            FirstFlights = kept.Process,
            Alone = kept.Alone,
            Over = kept.Sums.Estimate(),
            Tested = kept.Tested,
            Control = kept.Control,
            Ring = ring,
            RingControl = control,
        };

    private static ArmOutcome Of(IReadOnlyList<OutcomeRow> rows, int ring)
    {
        foreach (var row in rows)
        {
            if (row.Ring == ring)
                return JsonSerializer.Deserialize(row.Outcome, GatingJson.Default.ArmOutcome)!;
        }
        return ArmOutcome.None;
    }
}
