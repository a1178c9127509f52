using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Statistics;
using static IwTune.Server.Tests.Features.Rollouts.Gating.GoodRing;

namespace IwTune.Server.Tests.Features.Rollouts.Gating;

/// <summary>Silence of a ring counts against the revision as far as it exceeds that of hosts without it in the same time.</summary>
public sealed class RingSilenceTests
{
    [Theory]
    // The network of everything, or of a site that has hosts of both.
    [InlineData(25, 25, 75, 75, GateVerdict.Inconclusive)]
    [InlineData(1, 1, 99, 99, GateVerdict.Inconclusive)]
    [InlineData(1, 1, 99, 20, GateVerdict.Inconclusive)]
    [InlineData(25, 6, 75, 14, GateVerdict.Inconclusive)]
    // Silence that nothing else explains.
    [InlineData(1, 1, 99, 0, GateVerdict.Fail)]
    [InlineData(1, 1, 99, 1, GateVerdict.Fail)]
    [InlineData(25, 25, 75, 0, GateVerdict.Fail)]
    [InlineData(25, 20, 75, 14, GateVerdict.Fail)]
    [InlineData(25, 1, 75, 0, GateVerdict.Fail)]
    public void Silence_that_other_hosts_share_does_not_fail_a_ring(int ring, int silent, int control, int others, GateVerdict expected)
    {
        var input = Input(ring, silent, new(new(ring, silent), new(control, others)));
        Assert.True(input.Verdict == expected, input.Sentence);
    }

    [Fact]
    public void Without_other_hosts_silence_counts_in_full()
    {
        var input = Input(4, 1, new(new(4, 1), new(0, 0)));
        Assert.Equal(GateVerdict.Fail, input.Verdict);
        Assert.EndsWith("there is no other host to compare them with", input.Sentence, StringComparison.Ordinal);
        Assert.Equal(GateVerdict.Fail, Input(4, 1, null).Verdict);
    }

    [Fact]
    public void Others_that_were_not_heard_since_the_server_started_are_not_said_to_be_missing()
    {
        var input = Input(4, 1, new(new(4, 1), new(0, 0), Open: 1, Waits: true));
        Assert.Equal(GateVerdict.Inconclusive, input.Verdict);
        Assert.Contains("; no other host was heard since the server started; 1 was", input.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void A_host_that_was_silent_before_the_ring_began_or_cannot_be_compared_yet_holds_it()
    {
        var before = Input(4, 1, new(new(3, 0), new(9, 0), Before: 1));
        Assert.Equal(GateVerdict.Inconclusive, before.Verdict);
        Assert.Contains("; 1 of them was silent before the ring began: the ring waits", before.Sentence, StringComparison.Ordinal);
        Assert.Equal(GateVerdict.Inconclusive, Input(4, 1, new(new(4, 1), new(9, 0), Open: 1)).Verdict);
        Assert.Equal(GateVerdict.Fail, Input(4, 2, new(new(4, 2), new(9, 0), Open: 1)).Verdict);
    }

    [Fact]
    public void The_rules_allow_what_they_allow_beside_what_others_explain()
    {
        var silence = new RingSilence(new(25, 10), new(75, 9));
        var explained = silence.Explained(0.05);
        Assert.InRange(explained, 5, 9);
        Assert.Equal(GateVerdict.Fail, Input(25, 10, silence, most: 10 - explained - 1).Verdict);
        Assert.Equal(GateVerdict.Inconclusive, Input(25, 10, silence, most: 10 - explained).Verdict);
        Assert.Equal(GateVerdict.Pass, Input(25, 10, silence, most: 10).Verdict);
    }

    [Fact]
    public void The_comparison_is_in_the_sentence_and_in_the_figures()
    {
        var input = Input(25, 20, new(new(25, 20), new(75, 61)));
        Assert.Equal(
            "silent for more than 10 min since they were admitted: 20 of 25 hosts (80 %); at most 0 may fail; in the same time 61 of 75 in "
                + "the control group were silent, which with chance explains up to 23: the ring waits for them",
            input.Sentence
        );
        Assert.Equal<double?>([20, 20.3, 0], [input.Value, input.Due, input.Threshold]);
        Assert.Contains(
            "; in the same time 5 of 25 in earlier rings were silent",
            Input(75, 20, new(new(75, 20), new(25, 5), Earlier: true)).Sentence,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void Failures_of_other_kinds_fail_the_ring_whatever_else_is_silent()
    {
        var hosts = new RingHosts(0, 0, 1, 0, 24);
        var gate = RingGate.Judge(Good with { Hosts = hosts, Silence = new(new(24, 24), new(75, 75)) });
        Assert.Equal(GateVerdict.Fail, gate.Verdict);
        Assert.StartsWith("apply failures: ", gate.Sentence, StringComparison.Ordinal);
    }

    /// <summary>Each outage silences a share of the fleet, from one host to all of it, whether hosts have the revision or not.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(25)]
    [InlineData(250)]
    public void An_outage_stops_a_harmless_revision_no_more_often_than_alpha_says(int ring)
    {
        const int fleet = 1_000,
            runs = 2_000;
        var (hit, stopped, stoppedBefore) = (0, 0, 0);
        var random = new SeededRandom(3);
        for (var run = 0; run < runs; run++)
        {
            // From half of a percent on: a single silent host is no outage.
            var share = Math.Pow(10, -2.3 * random.Share());
            var (ours, others) = (0, 0);
            for (var host = 0; host < fleet; host++)
            {
                if (random.Share() >= share)
                    continue;
                if (host < ring)
                    ours++;
                else
                    others++;
            }
            hit++;
            stopped += Input(ring, ours, new(new(ring, ours), new(fleet - ring, others))).Verdict == GateVerdict.Fail ? 1 : 0;
            stoppedBefore += Input(ring, ours, null).Verdict == GateVerdict.Fail ? 1 : 0;
        }
        Assert.InRange((double)stopped / hit, 0, 0.05);
        Assert.True(stoppedBefore > 4 * stopped, $"{stopped} and {stoppedBefore} of {hit}");
    }

    private static GateInput Input(int ring, int silent, RingSilence? silence, int most = 0) =>
        RingGate
            .Judge(
                Good with
                {
                    Hosts = new RingHosts(0, ring - silent, 0, 0, silent),
                    Silence = silence,
                    Rules = Good.Rules with { MaxFailed = most },
                }
            )
            .Inputs.Single(input => input.Name == HostInputs.Unreachable);
}
