using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Rollouts.Gating;

/// <summary>A gate is judged every few seconds, and beside it stands how long the ring has been observed until now.</summary>
public sealed class BakeTimeTests
{
    private static readonly RingHosts Settled = new(0, 20, 0, 0, 0);

    [Fact]
    public void A_gate_says_the_time_that_its_ring_has_been_observed_until_now()
    {
        var now = BakeTime.Until(Waiting(Settled, " (and 1 more)"), 17);

        Assert.Equal("bake time: observed 15s of 1m (and 1 more)", now.Sentence);
        var input = now.Inputs[1];
        Assert.Equal(("observed 15s of 1m", 17, GateVerdict.Inconclusive), (input.Sentence, input.Value, input.Verdict));
        Assert.Equal(["apply failures", "bake time"], now.Inputs.Select(one => one.Name));
    }

    [Fact]
    public void A_sentence_about_another_input_stays()
    {
        var gate = Waiting(Settled) with { Sentence = "connections: too few" };
        Assert.Equal("connections: too few", BakeTime.Until(gate, 17).Sentence);
    }

    [Fact]
    public void With_hosts_that_are_not_settled_the_time_stands_still()
    {
        var gate = Waiting(new(3, 17, 0, 0, 0));
        Assert.Same(gate, BakeTime.Until(gate, 17));
    }

    private static RolloutGate Waiting(RingHosts hosts, string more = "")
    {
        var input = BakeTime.Of(TimeSpan.FromSeconds(5), TimeSpan.FromMinutes(1), hosts);
        return new(
            GateVerdict.Inconclusive,
            $"{BakeTime.Name}: {input.Sentence}{more}",
            DateTimeOffset.UnixEpoch,
            [new("apply failures", GateVerdict.Pass, "none", "hosts"), input]
        );
    }
}
