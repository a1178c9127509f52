using IwTune.Server.Features.Rollouts.Gating;

namespace IwTune.Server.Tests.Features.Rollouts.Gating;

public sealed class GateHistoryTests
{
    [Theory]
    [InlineData(600)]
    [InlineData(6 * 3600)]
    [InlineData(30 * 86_400)]
    public void A_ring_has_few_points_however_long_it_lasts_and_they_are_spread_over_its_time(int seconds)
    {
        var points = After(seconds, _ => "Inconclusive");
        Assert.InRange(points.Count, GateHistory.Most / 4, GateHistory.Most);
        Assert.Equal(0, points[0].At);
        Assert.All(
            points.Zip(points.Skip(1)),
            pair => Assert.InRange(pair.Second.At - pair.First.At, 1, Math.Max(20_000L, seconds * 1000L / (GateHistory.Most / 8)))
        );
        Assert.InRange(points[^1].At, seconds * 1000L * 9 / 10, seconds * 1000L);
    }

    [Fact]
    public void Every_change_of_the_verdict_is_kept_at_its_time()
    {
        var points = After(86_400, at => at is >= 3_000 and < 3_600 ? "Fail" : "Inconclusive");
        Assert.Contains((3_000_000, "Fail"), points);
        Assert.Contains((3_600_000, "Inconclusive"), points);
    }

    [Fact]
    public void Verdicts_that_change_all_the_time_do_not_fill_the_store() =>
        Assert.InRange(After(86_400, at => at / 10 % 2 == 0 ? "Fail" : "Inconclusive").Count, 1, GateHistory.Most);

    [Fact]
    public void The_same_verdict_at_the_same_moment_or_a_moment_later_needs_no_point()
    {
        (long, string)[] points = [(0, "Inconclusive"), (3_600_000, "Inconclusive")];
        Assert.False(GateHistory.Needs(points, 3_600_000, "Inconclusive"));
        Assert.False(GateHistory.Needs(points, 3_610_000, "Inconclusive"));
        Assert.True(GateHistory.Needs(points, 3_610_000, "Fail"));
        Assert.True(GateHistory.Needs(points, 3_800_000, "Inconclusive"));
    }

    /// <summary>An evaluation every ten seconds, as the gatekeeper makes them.</summary>
    private static List<(long At, string Verdict)> After(int seconds, Func<int, string> verdict)
    {
        var points = new List<(long At, string Verdict)>();
        for (var at = 0; at <= seconds; at += 10)
        {
            if (!GateHistory.Needs(points, at * 1000L, verdict(at)))
                continue;
            var surplus = GateHistory.Surplus(points);
            points.RemoveAll(point => surplus.Contains(point.At));
            points.Add((at * 1000L, verdict(at)));
        }
        return points;
    }
}
