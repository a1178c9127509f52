using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Shared.Tests.Rollouts;

/// <summary>The word at a ring agrees with the state of its rollout and with its own gate.</summary>
public sealed class RingStandingTests
{
    [Theory]
    [InlineData(RolloutState.AwaitingWindow, GateVerdict.Pass, "passed")]
    [InlineData(RolloutState.AwaitingWindow, GateVerdict.Inconclusive, "promoted")]
    [InlineData(RolloutState.AwaitingApproval, GateVerdict.Pass, "passed")]
    [InlineData(RolloutState.Paused, GateVerdict.Pass, "passed")]
    [InlineData(RolloutState.Paused, GateVerdict.Inconclusive, "paused")]
    [InlineData(RolloutState.Aborted, GateVerdict.Pass, "passed")]
    [InlineData(RolloutState.Aborted, GateVerdict.Inconclusive, "ended")]
    [InlineData(RolloutState.Holding, GateVerdict.Fail, "failed")]
    public void A_ring_whose_gate_has_passed_is_not_held_back_while_the_next_one_waits(RolloutState state, GateVerdict gate, string word) =>
        Assert.Equal(word, RingStanding.Of(Rollout(state, ring: 1), Ring(1, hosts: 2, gate)).Word);

    [Fact]
    public void A_ring_without_hosts_is_skipped_and_none_passes_without_a_gate()
    {
        Assert.Equal("skipped", RingStanding.Of(Rollout(RolloutState.Running, ring: 2), Ring(1, hosts: 0, null)).Word);
        Assert.Equal("not judged", RingStanding.Of(Rollout(RolloutState.Complete, ring: 1), Ring(1, hosts: 2, null)).Word);
    }

    private static RolloutSummary Rollout(RolloutState state, int ring) =>
        new()
        {
            Id = "",
            Policy = "edge",
            To = 2,
            State = state,
            Sentence = "",
            Ring = ring,
            Rings = 2,
            Hosts = 4,
            Admitted = 2,
            Applied = 2,
            Failed = 0,
            Emergency = false,
            Author = "user:anna",
            Reason = "",
            Created = DateTimeOffset.UnixEpoch,
        };

    private static RolloutRing Ring(int number, int hosts, GateVerdict? gate) =>
        new()
        {
            Number = number,
            Name = "canary",
            Hosts = hosts,
            States = new Dictionary<string, int>(StringComparer.Ordinal) { ["Applied"] = hosts },
            Since = hosts == 0 ? null : DateTimeOffset.UnixEpoch,
            BakeSeconds = 600,
            Gate = gate is { } verdict ? new(verdict, "", DateTimeOffset.UnixEpoch, []) : null,
        };
}
