using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Tests.Features.Rollouts.Gating;

/// <summary>Hosts of earlier rings count after their gate: failures as before it, silence against the control group.</summary>
public sealed class AfterGateInputsTests
{
    [Theory]
    [InlineData(0, 0, 0, 0, GateVerdict.Pass)]
    [InlineData(0, 0, 1, 0, GateVerdict.Fail)]
    [InlineData(0, 0, 0, 1, GateVerdict.Fail)]
    [InlineData(1, 0, 1, 1, GateVerdict.Pass)]
    [InlineData(1, 0, 1, 2, GateVerdict.Fail)]
    [InlineData(0, 10, 0, 2, GateVerdict.Pass)]
    [InlineData(0, 10, 1, 0, GateVerdict.Fail)]
    public void The_bounds_of_a_ring_stay_in_force_after_its_gate(int most, double percent, int first, int second, GateVerdict expected)
    {
        var rules = new RolloutRules { MaxFailed = most, MaxFailedPercent = percent };
        var hosts = new HostsAfterGate([new(1, 1, first), new(2, 20, second)], new(21, 0), new(79, 0));
        var input = AfterGateInputs.Of(rules, hosts).Single(one => one.Name == AfterGateInputs.Failures);
        Assert.True(input.Verdict == expected, input.Sentence);
        Assert.Contains("of 21 hosts of rings 1 to 2", input.Sentence, StringComparison.Ordinal);
    }

    [Theory]
    // One of many that is silent alone may be an accident, and a person looks at it.
    [InlineData(1, 1, 99, 0, GateVerdict.Inconclusive)]
    [InlineData(1, 1, 99, 8, GateVerdict.Pass)]
    [InlineData(6, 6, 94, 0, GateVerdict.Fail)]
    // In a large fleet hosts are lost all the time, with the revision and without it.
    [InlineData(25_000, 25, 75_000, 75, GateVerdict.Pass)]
    [InlineData(25_000, 31, 75_000, 75, GateVerdict.Pass)]
    [InlineData(25_000, 45, 75_000, 75, GateVerdict.Inconclusive)]
    [InlineData(25_000, 80, 75_000, 75, GateVerdict.Fail)]
    // A handful of hosts proves nothing.
    [InlineData(1, 1, 4, 0, GateVerdict.Pass)]
    public void Silence_counts_as_far_as_it_exceeds_that_of_the_control_group_and_chance(
        int ours,
        int silent,
        int control,
        int others,
        GateVerdict expected
    )
    {
        var input = Silence(new(ours, silent), new(control, others));
        Assert.True(input.Verdict == expected, input.Sentence);
    }

    [Fact]
    public void Silence_is_told_in_numbers()
    {
        var input = Silence(new(250, 12), new(750, 27));
        Assert.Equal(
            "silent for more than 10 min: 12 of 250 hosts of ring 1 against 27 of 750 in the control group; "
                + "up to 14 are allowed or by chance",
            input.Sentence
        );
        Assert.Equal<double?>([12, 9, 14], [input.Value, input.Due, input.Threshold]);
    }

    [Fact]
    public void Hosts_of_the_control_group_that_are_back_from_an_outage_are_counted_and_named()
    {
        var hosts = new HostsAfterGate([new(1, 12, 0)], new(12, 12), new(11, 11)) { Back = 4, Return = TimeSpan.FromMinutes(26) };
        var input = AfterGateInputs.Of(new RolloutRules(), hosts).Single(one => one.Name == AfterGateInputs.Unreachable);
        Assert.Equal(GateVerdict.Pass, input.Verdict);
        Assert.Contains("11 of 11 in the control group, 4 of them until less than 26 min ago;", input.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_a_control_group_silence_is_not_compared()
    {
        var input = Silence(new(100, 50), new(0, 0));
        Assert.Equal(GateVerdict.NotApplicable, input.Verdict);
    }

    /// <summary>Hosts fall silent and come back, at times a tenth of them at once, whether they have the revision or not.</summary>
    [Fact]
    public void A_harmless_revision_in_a_fleet_with_ordinary_losses_is_not_stopped_in_two_weeks()
    {
        const int fleet = 2_000,
            with = 500,
            runs = 200;
        var (stopped, held, judged) = (0, 0, 0);
        for (ulong run = 0; run < runs; run++)
        {
            var random = new SeededRandom(run);
            var silent = new bool[fleet];
            var stops = false;
            for (var hour = 0; hour < 14 * 24; hour++)
            {
                var outage = random.Below(100) == 0;
                for (var host = 0; host < fleet; host++)
                    silent[host] = silent[host] ? random.Below(4) > 0 : random.Below(outage ? 10 : 500) == 0;
                var ours = silent.AsSpan(0, with).Count(true);
                var verdict = Silence(new(with, ours), new(fleet - with, silent.AsSpan(with).Count(true))).Verdict;
                stops |= verdict == GateVerdict.Fail;
                held += verdict == GateVerdict.Inconclusive ? 1 : 0;
                judged++;
            }
            stopped += stops ? 1 : 0;
        }
        Assert.InRange(stopped, 0, runs / 50);
        Assert.InRange((double)held / judged, 0, 0.05);
    }

    [Fact]
    public void A_gate_that_is_behind_fails_when_hosts_do_afterwards_and_keeps_its_other_inputs()
    {
        var rules = new RolloutRules();
        var passed = new RolloutGate(
            GateVerdict.Pass,
            "all 1 inputs pass",
            DateTimeOffset.UnixEpoch,
            [new("bake time", GateVerdict.Pass, "", "s")]
        );
        Assert.Null(RingGate.Reversed(passed, rules, new([new(1, 1, 0)], new(1, 0), new(9, 0)), DateTimeOffset.UnixEpoch));
        var failed = RingGate.Reversed(passed, rules, new([new(1, 1, 1)], new(0, 0), new(9, 0)), DateTimeOffset.UnixEpoch)!;
        Assert.Equal(GateVerdict.Fail, failed.Verdict);
        Assert.Equal("failures after the gate: did not keep the revision: 1 of 1 host of ring 1; at most 0 may fail", failed.Sentence);
        Assert.Equal(["bake time", AfterGateInputs.Failures, AfterGateInputs.Unreachable], failed.Inputs.Select(input => input.Name));
    }

    private static GateInput Silence(SilentHosts ours, SilentHosts control) =>
        AfterGateInputs
            .Of(new RolloutRules(), new HostsAfterGate([new(1, Math.Max(1, ours.All), 0)], ours, control))
            .Single(one => one.Name == AfterGateInputs.Unreachable);
}
