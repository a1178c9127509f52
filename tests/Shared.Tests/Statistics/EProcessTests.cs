using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Statistics;

public sealed class EProcessTests
{
    private const double Alpha = 0.05;

    [Fact]
    public void It_begins_at_one() => Assert.Equal(1, new EProcess(0.5).E, 1e-12);

    /// <summary>The mean over the ratios of the products themselves, written out.</summary>
    [Theory]
    [InlineData(0.5, 7, 3)]
    [InlineData(0.1, 4, 20)]
    [InlineData(0.5, 0, 12)]
    public void It_is_the_mean_of_the_likelihood_ratios(double share, int tested, int other)
    {
        var process = new EProcess(share);
        for (var loss = 0; loss < tested; loss++)
            process.Lost(tested: true);
        for (var loss = 0; loss < other; loss++)
            process.Lost(tested: false);
        var mean = Enumerable
            .Range(1, 60)
            .Average(k =>
            {
                var r = Math.Pow(4, k / 60.0);
                var theta = share * r / (share * r + 1 - share);
                return Math.Pow(theta / share, tested) * Math.Pow((1 - theta) / (1 - share), other);
            });
        Assert.Equal(mean, process.E, mean * 1e-9);
    }

    [Fact]
    public void Very_many_losses_do_not_overflow()
    {
        var process = new EProcess(0.5);
        for (var loss = 0; loss < 100_000; loss++)
            process.Lost(tested: true);
        Assert.True(double.IsFinite(process.LogE) && process.Alarms(1e-9));
    }

    [Fact]
    public void A_better_arm_never_alarms()
    {
        var process = new EProcess(0.5);
        for (var loss = 0; loss < 1000; loss++)
            process.Lost(tested: loss % 4 == 0);
        Assert.False(process.Alarms(Alpha));
    }

    [Fact]
    public void An_alarm_stays_whatever_comes_after()
    {
        var process = new EProcess(0.5);
        for (var loss = 0; loss < 20; loss++)
            process.Lost(tested: true);
        for (var loss = 0; loss < 200; loss++)
            process.Lost(tested: false);
        Assert.True(process.E < 1 && process.Alarms(Alpha));
    }

    /// <summary>
    /// An earlier simulation gave false alarms in 3 to 4.5 % of runs of 40,000 connections at 2 %. Here 1,000 runs, a standard error of 0.7
    /// points.
    /// </summary>
    [Theory]
    [InlineData(0.5)]
    [InlineData(0.1)]
    public void Arms_that_are_alike_alarm_no_more_often_than_accepted(double share)
    {
        var random = new SeededRandom(11);
        var alarms = 0;
        for (var run = 0; run < 1000; run++)
            alarms += Detect(random, share, 0.02, 0.02, 40_000) is null ? 0 : 1;
        Assert.InRange(alarms, 12, 65);
    }

    /// <summary>
    /// The median connections of both arms until the alarm (docs/rollouts-gate.md, "Statistical power"): 254, 1,514, 5,171, and 4,307 with
    /// a tenth in the tested arm. A program in C that was written for this test gave 250, 1,599, 5,617 and 4,030 over 2,000 runs: such
    /// simulations differ by that much.
    /// </summary>
    [Theory]
    [InlineData(0.5, 0.02, 0.10, 254)]
    [InlineData(0.5, 0.02, 0.04, 1_514)]
    [InlineData(0.1, 0.02, 0.04, 4_307)]
    [InlineData(0.5, 0.02, 0.03, 5_171)]
    public void A_worse_arm_is_found_as_soon_as_published(double share, double baseline, double worse, int published)
    {
        var random = new SeededRandom(12);
        var found = Enumerable
            .Range(0, 1500)
            .Select(_ => (double)(Detect(random, share, baseline, worse, 40 * published) ?? int.MaxValue))
            .ToList();
        Assert.InRange(Quantiles.Median(found), 0.8 * published, 1.2 * published);
    }

    /// <returns>The connection at which it alarms; <see langword="null"/> when it does not within the limit.</returns>
    private static int? Detect(SeededRandom random, double share, double baseline, double worse, int most)
    {
        var process = new EProcess(share);
        var rate = share * worse + (1 - share) * baseline;
        for (var connection = 0; ; )
        {
            // Jumps to the next connection with a loss: the number of connections until then is geometric.
            connection += 1 + (int)(Math.Log(1 - random.Share()) / Math.Log(1 - rate));
            if (connection > most)
                return null;
            process.Lost(random.Share() < share * worse / rate);
            if (process.Alarms(Alpha))
                return connection;
        }
    }
}
