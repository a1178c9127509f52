using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Statistics;
using static IwTune.Server.Tests.Features.Rollouts.Gating.GoodRing;

namespace IwTune.Server.Tests.Features.Rollouts.Gating;

public sealed class RingGateTests
{
    [Fact]
    public void When_every_input_passes_the_ring_does()
    {
        var gate = RingGate.Judge(Good);
        Assert.True(gate.Verdict == GateVerdict.Pass, gate.Sentence);
        Assert.Equal(
            [
                "apply failures",
                "verification failures",
                "unreachable",
                "bake time",
                "first-flight loss, own past",
                "first-flight loss",
                "retransmissions",
                "fetch time p95",
                "fetch time p99",
            ],
            gate.Inputs.Select(input => input.Name)
        );
        Assert.All(
            gate.Inputs,
            input => Assert.Equal(input.Name == "first-flight loss, own past" ? GateVerdict.NotApplicable : GateVerdict.Pass, input.Verdict)
        );
    }

    [Fact]
    public void Harm_is_told_in_words_and_numbers()
    {
        var process = new ShareEProcess();
        process.Add(0.5, 70, 20);
        var gate = RingGate.Judge(
            Good with
            {
                Outcomes = Good.Outcomes with { FirstFlights = process, Tested = Arm(9870, 412), Control = Arm(10_204, 96) },
            }
        );
        Assert.Equal(GateVerdict.Fail, gate.Verdict);
        Assert.Matches(
            @"^first-flight loss: first flights lost: 412 of 9,870 \(4\.17 %\) against 96 of 10,204 \(0\.94 %\) in the control group in the same time; evidence of harm [\d,]+, enough from 53 \(one unit is a host in a time slot; its loss rate varies by 1\.4 times its mean\): harm shown$",
            gate.Sentence
        );
    }

    [Theory]
    [InlineData(0, 0, 0, 0, 0, 0, GateVerdict.Pass)]
    [InlineData(0, 0, 1, 0, 0, 0, GateVerdict.Fail)]
    [InlineData(0, 0, 0, 0, 1, 0, GateVerdict.Fail)]
    [InlineData(2, 0, 1, 1, 0, 0, GateVerdict.Pass)]
    [InlineData(2, 0, 1, 1, 1, 0, GateVerdict.Fail)]
    [InlineData(0, 10, 2, 1, 1, 0, GateVerdict.Pass)]
    [InlineData(0, 10, 2, 1, 2, 0, GateVerdict.Fail)]
    [InlineData(3, 10, 2, 2, 0, 0, GateVerdict.Pass)]
    [InlineData(0, 0, 0, 0, 0, 1, GateVerdict.Inconclusive)]
    [InlineData(0, 0, 1, 0, 0, 30, GateVerdict.Fail)]
    public void Failed_hosts_count_together_and_both_bounds_must_be_exceeded(
        int most,
        double percent,
        int apply,
        int verify,
        int silent,
        int open,
        GateVerdict expected
    )
    {
        var hosts = new RingHosts(open, 40 - apply - verify - silent - open, apply, verify, silent);
        var gate = RingGate.Judge(Good with { Hosts = hosts, Rules = Good.Rules with { MaxFailed = most, MaxFailedPercent = percent } });
        Assert.True(gate.Verdict == expected, gate.Sentence);
    }

    [Fact]
    public void A_failure_is_found_during_the_bake_and_a_pass_is_not()
    {
        var early = Good with { Baked = TimeSpan.FromSeconds(5) };
        Assert.Equal(GateVerdict.Inconclusive, RingGate.Judge(early).Verdict);
        Assert.Equal("bake time: observed 5s of 10m", RingGate.Judge(early).Sentence);
        Assert.Equal(GateVerdict.Fail, RingGate.Judge(early with { Hosts = new RingHosts(20, 19, 1, 0, 0) }).Verdict);
    }

    [Theory]
    [InlineData(999, 5000)]
    [InlineData(5000, 999)]
    [InlineData(0, 0)]
    public void Too_few_connections_in_either_arm_hold(long ring, long control)
    {
        var gate = RingGate.Judge(
            Good with
            {
                Outcomes = Good.Outcomes with
                {
                    Ring = Arm(ring, 0),
                    RingControl = Arm(control, 0),
                    Tested = Arm(ring, 0),
                    Control = Arm(control, 0),
                },
            }
        );
        Assert.Equal(GateVerdict.Inconclusive, gate.Verdict);
        Assert.Contains(
            $"{ring:N0} of the ring and {control:N0} of the control group were judged, 1,000 of each are needed",
            gate.Sentence,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void Without_a_control_group_only_hosts_that_lose_several_times_their_own_past_stop_it()
    {
        var last = Good with { Outcomes = Good.Outcomes with { ControlHosts = new ArmHosts(0, 0), RingControl = ArmOutcome.None } };
        Assert.Equal(GateVerdict.Pass, RingGate.Judge(last).Verdict);
        Assert.Contains("no control group is left", RingGate.Judge(last).Sentence, StringComparison.Ordinal);
        Assert.Equal(GateVerdict.Pass, RingGate.Judge(Alone(2000, 200, 0)).Verdict);
        var harmful = RingGate.Judge(Alone(2000, 200, 40));
        Assert.Equal(GateVerdict.Fail, harmful.Verdict);
        Assert.StartsWith(
            "first-flight loss, own past: first flights lost: 200 of 2,000 (10 %); by their own past 0.97 % were due.",
            harmful.Sentence,
            StringComparison.Ordinal
        );
        Assert.Contains("(false-positive rate 0.1 %): harm shown", harmful.Sentence, StringComparison.Ordinal);

        GateCase Alone(long judged, long lost, int lostInSlot)
        {
            var alone = new OwnPastEProcess();
            for (var slot = 0; slot < 20; slot++)
            {
                var hosts = new ExpectedLosses();
                for (var host = 0; host < 20; host++)
                    hosts.Add(100, lostInSlot / 2, new HostRate(0.0097, 0));
                alone.Add(hosts, 0.001, Overdispersion.Assumed);
            }
            return last with { Outcomes = last.Outcomes with { Ring = Arm(judged, lost), Alone = alone } };
        }
    }

    [Fact]
    public void A_ring_by_selector_says_that_its_comparison_is_confounded()
    {
        const string says = "The ring was chosen by a selector: what happens only to its hosts looks like the revision's effect";
        Assert.Contains(says, Input(Good with { BySelector = true }), StringComparison.Ordinal);
        Assert.DoesNotContain(says, Input(Good), StringComparison.Ordinal);

        static string Input(GateCase given) => RingGate.Judge(given).Inputs.Single(input => input.Name == "first-flight loss").Sentence;
    }

    [Fact]
    public void A_ring_passes_when_a_larger_rise_than_the_rule_is_excluded()
    {
        var passing = Input(Good);
        Assert.Equal(GateVerdict.Pass, passing.Verdict);
        Assert.Matches(@"a rise of more than 0\.\d+ points is excluded \(alpha 0\.05\)$", passing.Sentence);
        var few = Arm(300, 3);
        var holding = Input(Good with { Outcomes = Good.Outcomes with { Ring = few, Tested = few } });
        Assert.Equal(GateVerdict.Inconclusive, holding.Verdict);
        Assert.Matches(
            @"not enough data yet: a rise of more than \d\.\d+ points is excluded \(alpha 0\.05\), and the rollout's rule is 2$",
            holding.Sentence
        );
        var generous = Good with
        {
            Rules = Good.Rules with { MinSamples = 200, MaxRise = 10 },
            Outcomes = Good.Outcomes with { Ring = few, Tested = few },
        };
        Assert.Equal(GateVerdict.Pass, Input(generous).Verdict);

        static GateInput Input(GateCase given) =>
            RingGate
                .Judge(given with { Rules = given.Rules with { MinSamples = 200 } })
                .Inputs.Single(input => input.Name == "first-flight loss");
    }

    [Fact]
    public void What_was_proved_while_there_was_a_control_group_stays_proved()
    {
        var process = new ShareEProcess();
        process.Add(0.5, 70, 20);
        var gate = RingGate.Judge(
            Good with
            {
                Outcomes = Good.Outcomes with { ControlHosts = new ArmHosts(0, 0), FirstFlights = process, Tested = Arm(9870, 412) },
            }
        );
        Assert.Equal(GateVerdict.Fail, gate.Verdict);
    }

    [Fact]
    public void A_difference_below_the_floor_is_no_harm_however_sure()
    {
        var process = new ShareEProcess();
        process.Add(0.5, 4000, 2000);
        var gate = RingGate.Judge(
            Good with
            {
                Outcomes = Good.Outcomes with { FirstFlights = process, Tested = Arm(10_000_000, 4000), Control = Arm(10_000_000, 2000) },
            }
        );
        Assert.Equal(GateVerdict.Pass, gate.Inputs.Single(input => input.Name == "first-flight loss").Verdict);
    }

    [Fact]
    public void Without_samples_asked_for_nothing_of_connections_is_judged()
    {
        var gate = RingGate.Judge(Good with { Rules = Good.Rules with { MinSamples = 0 }, Outcomes = GateOutcomes.None });
        Assert.Equal(GateVerdict.Pass, gate.Verdict);
        Assert.Contains("minSamples 0", gate.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void Hosts_that_cannot_tell_are_counted_and_said()
    {
        var windows = RingGate.Judge(
            Good with
            {
                Outcomes = GateOutcomes.None with { RingHosts = new ArmHosts(3, 3), ControlHosts = new ArmHosts(9, 0) },
            }
        );
        Assert.Equal(GateVerdict.Inconclusive, windows.Verdict);
        Assert.Contains(
            "too few segments: 0 of the ring and 0 of the control group were counted, 10,000 of each are needed",
            windows.Sentence,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "3 hosts of this ring, 3 of them cannot report connection losses (Windows)",
            windows.Inputs.Single(input => input.Name == "first-flight loss").Sentence,
            StringComparison.Ordinal
        );
        var mixed = RingGate.Judge(
            Good with
            {
                Outcomes = GateOutcomes.None with { RingHosts = new ArmHosts(3, 1), ControlHosts = new ArmHosts(9, 0) },
            }
        );
        Assert.Equal(GateVerdict.Inconclusive, mixed.Verdict);
        Assert.Contains("1 of the ring's 3 cannot report (Windows)", mixed.Sentence, StringComparison.Ordinal);
    }

    /// <summary>Half a percentage point is allowed; the interval must be above it.</summary>
    [Theory]
    [InlineData(0.010, GateVerdict.Pass)]
    [InlineData(0.0145, GateVerdict.Pass)]
    [InlineData(0.0158, GateVerdict.Inconclusive)]
    [InlineData(0.05, GateVerdict.Fail)]
    public void Half_a_point_more_retransmitted_for_sure_is_harm(double again, GateVerdict expected)
    {
        var ring = Good.Outcomes.Ring with { Again = (long)(Good.Outcomes.Ring.Segments * again) };
        var input = RingGate
            .Judge(Good with { Outcomes = Good.Outcomes with { Ring = ring } })
            .Inputs.Single(input => input.Name == "retransmissions");
        Assert.True(input.Verdict == expected, input.Sentence);
    }

    [Theory]
    [InlineData(0.010)]
    [InlineData(0.0158)]
    [InlineData(0.05)]
    public void Value_interval_and_threshold_are_on_one_scale(double again)
    {
        var ring = Good.Outcomes.Ring with { Again = (long)(Good.Outcomes.Ring.Segments * again), Fetch = Fetches(9870, 300) };
        var gate = RingGate.Judge(Good with { Outcomes = Good.Outcomes with { Ring = ring } });
        foreach (var input in gate.Inputs.Where(input => input is { Low: not null }))
            Assert.True(input.Low < input.Value && input.Value < input.High && input.Due < input.Threshold, $"{input}");
        var retransmissions = gate.Inputs.Single(input => input.Name == "retransmissions");
        Assert.Equal(retransmissions.Verdict == GateVerdict.Fail, retransmissions.Low > retransmissions.Threshold);
        Assert.Equal(2, gate.Inputs.Single(input => input.Name == "first-flight loss").Measures!.Count);
    }

    [Fact]
    public void Hosts_that_always_sent_so_much_again_do_no_harm_by_it()
    {
        var ring = Good.Outcomes.Ring with { Again = 9870, AgainBefore = 9870 };
        var input = RingGate
            .Judge(Good with { Outcomes = Good.Outcomes with { Ring = ring } })
            .Inputs.Single(input => input.Name == "retransmissions");
        Assert.True(input.Verdict == GateVerdict.Pass, input.Sentence);
    }

    /// <summary>90 % of fetches take 80 ms; the slow tenth takes this.</summary>
    [Theory]
    [InlineData(120, GateVerdict.Pass)]
    [InlineData(128, GateVerdict.Pass)]
    [InlineData(300, GateVerdict.Fail)]
    public void Slower_slow_fetches_are_harm_when_by_enough(int slow, GateVerdict expected)
    {
        var outcomes = Good.Outcomes with { Ring = Good.Outcomes.Ring with { Fetch = Fetches(9870, slow) } };
        var inputs = RingGate.Judge(Good with { Outcomes = outcomes }).Inputs;
        Assert.All(
            inputs.Where(input => input.Name.StartsWith("fetch time", StringComparison.Ordinal)),
            input => Assert.True(input.Verdict == expected, input.Sentence)
        );
    }

    [Fact]
    public void Hosts_that_always_were_so_slow_do_no_harm_by_it()
    {
        var outcomes = Good.Outcomes with
        {
            Ring = Good.Outcomes.Ring with { Fetch = Fetches(9870, 300), FetchBefore = Fetches(50_000, 300) },
            RingControl = Good.Outcomes.RingControl with { FetchBefore = Fetches(50_000, 120) },
        };
        Assert.Equal(GateVerdict.Pass, RingGate.Judge(Good with { Outcomes = outcomes }).Verdict);
    }

    [Fact]
    public void Agents_that_tell_no_fetch_times_hold_nothing()
    {
        var outcomes = Good.Outcomes with { Ring = Good.Outcomes.Ring with { Fetch = [] } };
        var input = RingGate.Judge(Good with { Outcomes = outcomes }).Inputs.Single(input => input.Name == "fetch time p95");
        Assert.Equal(GateVerdict.NotApplicable, input.Verdict);
    }
}
