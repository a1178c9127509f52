using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Shared.Fleet.Rollouts;
using static IwTune.Server.Tests.Features.Rollouts.Gating.GoodRing;

namespace IwTune.Server.Tests.Features.Rollouts.Gating;

/// <summary>A ring that cannot be compared in everything is judged by the rest, and the gate says so.</summary>
public sealed class IncomparableRingTests
{
    /// <summary>Retransmissions are its only outcome, so that they must exclude a larger rise than the rule's.</summary>
    [Theory]
    [InlineData(450, 2, GateVerdict.Inconclusive, "too few segments: 9,000 of the ring")]
    [InlineData(9870, 2, GateVerdict.Pass, "points more are excluded")]
    [InlineData(9870, 0.05, GateVerdict.Inconclusive, "and the rollout's rule is 0.05: not enough data yet")]
    public void A_ring_of_Windows_hosts_passes_by_segments_that_exclude_a_rise(long judged, double rise, GateVerdict expected, string says)
    {
        var gate = RingGate.Judge(
            Good with
            {
                Rules = Good.Rules with { MaxRise = rise },
                Outcomes = Good.Outcomes with { Ring = Arm(judged, 0), RingHosts = new ArmHosts(3, 3) },
            }
        );
        Assert.True(gate.Verdict == expected, gate.Sentence);
        Assert.Contains(says, gate.Inputs.Single(input => input.Name == "retransmissions").Sentence, StringComparison.Ordinal);
    }

    /// <summary>By then, groups that fetch alike have a class with enough: 30 classes of 200.</summary>
    [Theory]
    [InlineData(5_999, GateVerdict.Inconclusive)]
    [InlineData(6_000, GateVerdict.NotApplicable)]
    public void Groups_that_share_no_class_of_fetches_are_not_compared_once_each_has_as_many_as_all_classes_need(
        long fetches,
        GateVerdict expected
    )
    {
        var outcomes = Good.Outcomes with
        {
            Ring = Good.Outcomes.Ring with { Fetch = Fetches(fetches, 120) },
            RingControl = Good.Outcomes.RingControl with { Fetch = [Fetches(fetches, 120)[0] with { Rtt = 4 }] },
        };
        var gate = RingGate.Judge(Good with { Outcomes = outcomes });
        var input = gate.Inputs.Single(one => one.Name == "fetch time p95");
        Assert.True(input.Verdict == expected, input.Sentence);
        Assert.Equal(expected == GateVerdict.Inconclusive ? GateVerdict.Inconclusive : GateVerdict.Pass, gate.Verdict);
        Assert.Equal(
            expected == GateVerdict.NotApplicable,
            gate.Sentence.Contains("the ring and the control group cannot be compared", StringComparison.Ordinal)
        );
    }
}
