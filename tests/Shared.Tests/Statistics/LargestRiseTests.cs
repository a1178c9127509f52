using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Statistics;

public sealed class LargestRiseTests
{
    private static readonly Overdispersion Independent = new(0, 0);

    [Fact]
    public void No_loss_at_all_excludes_only_what_so_few_connections_can() =>
        // mean = z²: (n·rise)² = z²·n·rise.
        Assert.Equal(9 / 300.0, LargestRise.Of(Arm(300, 0, 3), Arm(1e9, 0, 1e7), Independent, 3), 1e-6);

    [Fact]
    public void More_connections_exclude_smaller_rises_and_bursts_larger_ones()
    {
        double last = 1;
        foreach (var connections in new[] { 100, 1000, 10_000, 100_000 })
        {
            var rise = LargestRise.Of(Arm(connections, 0.02 * connections, 0.02 * connections), Arm(1e6, 2e4, 2e4), Independent, 3);
            Assert.InRange(rise, 1e-6, last);
            var bursts = LargestRise.Of(
                Arm(connections, 0.02 * connections, 0.02 * connections),
                Arm(1e6, 2e4, 2e4),
                new Overdispersion(4, 0.01),
                3
            );
            Assert.True(bursts > rise);
            last = rise;
        }
    }

    [Fact]
    public void A_ring_that_loses_more_is_not_excluded_from_losing_more()
    {
        var even = LargestRise.Of(Arm(5000, 100, 100), Arm(1e6, 2e4, 2e4), Independent, 3);
        var worse = LargestRise.Of(Arm(5000, 200, 100), Arm(1e6, 2e4, 2e4), Independent, 3);
        Assert.True(worse > even + 0.015, $"{worse} after {even}");
        Assert.True(worse > 0.02, "the rise that there is, is not excluded");
    }

    [Fact]
    public void Nothing_is_excluded_without_connections_or_a_comparison()
    {
        Assert.Equal(1, LargestRise.Of(Arm(0, 0, 0), Arm(100, 1, 1), Independent, 3));
        Assert.Equal(1, LargestRise.Of(Arm(100, 1, 1), Arm(0, 0, 0), Independent, 3));
        Assert.Equal(1, LargestRise.Of(Arm(3, 0, 0.06), Arm(100, 1, 1), Independent, 3));
    }

    /// <summary>A rise that exists is excluded in no more runs than the deviates allow: 0.135 % for three.</summary>
    [Fact]
    public void A_rise_that_is_there_is_seldom_excluded()
    {
        var (random, wrong) = (new SeededRandom(5), 0);
        for (var run = 0; run < 4000; run++)
        {
            var (tested, control) = (Draw.Binomial(random, 3000, 0.04), Draw.Binomial(random, 30_000, 0.02));
            wrong += LargestRise.Of(Arm(3000, tested, 60), Arm(30_000, control, 600), Independent, 3) < 0.02 ? 1 : 0;
        }
        Assert.InRange(wrong, 0, 14);
    }

    private static ArmLosses Arm(double judged, double lost, double due) => new(judged, lost, due, due * due / 50, due * due / 5, 0, 0);
}
