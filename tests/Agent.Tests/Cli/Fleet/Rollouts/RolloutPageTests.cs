using IwTune.Agent.Cli.Fleet.Rollouts;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Agent.Tests.Cli.Fleet.Rollouts;

/// <summary>A rollout on a terminal.</summary>
public sealed class RolloutPageTests
{
    [Theory]
    [InlineData(80)]
    [InlineData(120)]
    public void Every_line_fits_the_terminal_and_only_a_table_or_a_hash_may_be_wider(int width)
    {
        foreach (var line in Written(SomeRollout.Holding(), width).Split('\n'))
            Assert.True(line.Length <= width || line.Contains(new string('a', 64), StringComparison.Ordinal), $"{line.Length}: {line}");
    }

    [Fact]
    public void A_ring_is_a_lane_with_a_sign_for_each_host_what_failed_first()
    {
        var page = Written(SomeRollout.Holding(), 120);

        Assert.Contains("   1  canary  passed    #\n", page, StringComparison.Ordinal);
        Assert.Contains("   2  5%      promoted  ####\n", page, StringComparison.Ordinal);
        Assert.Contains(
            "   3  25%     holding   x##################>\n      1 failed, 18 applied, 1 in flight\n",
            page,
            StringComparison.Ordinal
        );
        Assert.Contains($"   4  100%    waiting   {new string('.', 71)}\n", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Hosts_in_flight_are_those_that_have_not_settled() =>
        Assert.Contains("23 of 96 have it, 1 in flight, 1 failed", Written(SomeRollout.Holding(), 120), StringComparison.Ordinal);

    [Fact]
    public void In_a_large_fleet_a_sign_is_several_hosts_and_one_failure_is_still_seen()
    {
        var page = Written(SomeRollout.Holding(everyone: 90_000), 80);

        Assert.Contains("holding   x#>\n", page, StringComparison.Ordinal);
        Assert.Contains("each for up to ", page, StringComparison.Ordinal);
    }

    [Fact]
    public void The_gate_shows_value_control_threshold_and_verdict_and_the_sentence_that_decides()
    {
        var page = Written(SomeRollout.Holding(), 120);

        Assert.Contains("Inconclusive: 412 judged connections of the ring, 1000 are needed.", page, StringComparison.Ordinal);
        Assert.Matches(@"\n  first-flight loss +1\.23 % +0\.42 % +0\.5 % +– +– +Inconclusive\n", page);
        Assert.Matches(@"\n    evidence +3,100 +– +– +– +52\.6\n", page);
        Assert.Matches(@"\n    rise not excluded +3\.1 points +– +– +– +2 points\n", page);
        Assert.Matches(@"\n  retransmissions +1\.2 % +1 % +1\.1 % +0\.9–1\.5 % +1\.6 % +Pass\n", page);
        Assert.Contains("fetch time p95: No size class has 100 fetches on both sides.", page, StringComparison.Ordinal);
    }

    [Fact]
    public void An_approval_that_is_void_says_why() =>
        Assert.Contains(
            "1 of 1: boris, 2026-11-22 09:02:00Z, looked at it; that of boris is void: the plan changed since",
            Written(SomeRollout.Holding(), null),
            StringComparison.Ordinal
        );

    [Theory]
    [InlineData(RolloutState.Complete, "not judged")]
    [InlineData(RolloutState.Aborted, "ended")]
    [InlineData(RolloutState.Paused, "paused")]
    [InlineData(RolloutState.Running, "in progress")]
    public void The_word_of_the_ring_follows_the_rollout(RolloutState state, string word)
    {
        var rollout = SomeRollout.Holding();
        rollout = rollout with
        {
            Summary = rollout.Summary with { State = state },
            Rings = [.. rollout.Rings.Select(ring => ring with { Gate = null })],
        };

        Assert.Matches($"3  25% +{word} ", Written(rollout, 120));
    }

    [Fact]
    public void The_gate_of_a_paused_rollout_is_that_of_before_the_pause()
    {
        var rollout = SomeRollout.Holding();
        Assert.Contains("Gate of ring 3, 2026-11-22 09:00:00Z\n", Written(rollout, 120), StringComparison.Ordinal);
        rollout = rollout with { Summary = rollout.Summary with { State = RolloutState.Paused } };
        Assert.Contains("Gate of ring 3, 2026-11-22 09:00:00Z, before the pause\n", Written(rollout, 120), StringComparison.Ordinal);
    }

    private static string Written(RolloutDetail rollout, int? width)
    {
        using var text = new StringWriter();
        RolloutPage.Write(
            new Terminal(text, TextWriter.Null, TextReader.Null, Interactive: false, Colour: false) { Width = width },
            rollout
        );
        return text.ToString().ReplaceLineEndings("\n");
    }
}
