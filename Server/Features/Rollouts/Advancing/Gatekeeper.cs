using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Advancing;

/// <summary>Has the gate of a ring judged: as soon as a host fails, at the end of its bake, and every few seconds in between.</summary>
internal static class Gatekeeper
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(10);

    public static bool IsDue(Watch watch, TimeProvider clock) => watch.Judged is not { } last || clock.GetElapsedTime(last) >= Period;

    /// <summary>Judges; keeps what is said when that is new, and the figures as the history needs them.</summary>
    /// <returns><see langword="null"/> when a person has commanded the rollout since it was read: its gate is left as it is.</returns>
    public static async Task<RolloutGate?> JudgeAsync(Fleet fleet, RolloutRow row, Watch watch)
    {
        var (ring, before) = ((int)row.Ring, watch.Gate);
        watch.Judged = fleet.Clock.GetTimestamp();
        // Before the transaction, which others wait for.
        var arms = ArmsNow.Of(fleet, row.Policy, watch, ring);
        var earlier = HostsAfterGates.Of(fleet, row, watch, ring);
        var silence = new SilenceNow(fleet, row, watch, ring);
        var (unreachable, unconfirmed) = (silence.Unreachable(), silence.Unconfirmed());
        watch.Compares = unreachable is { Open: > 0 } || unconfirmed is { Open: > 0 };
        return watch.Gate = await fleet.Database.WriteAsync<RolloutGate?>(async write =>
        {
            if (!await RolloutQueries.IsAsReadAsync(write, row))
                return null;
            var gate = RingGate.Judge(
                new GateCase
                {
                    Rules = watch.Rules,
                    Hosts = watch.Hosts(ring, fleet.Clock, fleet.Clock.GetTimestamp()),
                    Silence = unreachable,
                    Unconfirmed = unconfirmed,
                    Earlier = earlier,
                    Baked = TimeSpan.FromMilliseconds(watch.BakedMs),
                    Bake = TimeSpan.FromSeconds(RolloutSentences.BakeSeconds(watch.Rules, ring)),
                    BySelector = watch.Rules.Rings[ring - 1].Selector is { } selector && selector.Trim() != "*",
                    Outcomes = await GateEvidence.GatherAsync(write, fleet.Clock, row.Id, ring, arms),
                    At = fleet.Clock.GetUtcNow(),
                }
            );
            if (before?.Verdict != gate.Verdict || before.Sentence != gate.Sentence)
                await RolloutWrites.GateAsync(write, row.Id, ring, gate);
            await GateHistory.StoreAsync(write, row.Id, ring, gate);
            return gate;
        });
    }

    /// <summary>Whether the hosts that have the revision still let the next ring start.</summary>
    /// <returns>The failed gate of the ring that the rollout is in; <see langword="null"/> when nothing prevents it.</returns>
    public static async Task<RolloutGate?> FailedSinceAsync(Fleet fleet, RolloutRow row, Watch watch)
    {
        watch.Judged = fleet.Clock.GetTimestamp();
        if (HostsAfterGates.Of(fleet, row, watch, (int)row.Ring + 1) is not { } hosts)
            return null;
        var before = await fleet.Database.ReadAsync(db => RolloutQueries.GateAsync(db, row.Id, row.Ring));
        return watch.Gate = RingGate.Reversed(before, watch.Rules, hosts, fleet.Clock.GetUtcNow());
    }
}
