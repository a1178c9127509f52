using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Statistics;

public sealed class OverdispersionTests
{
    [Theory]
    [InlineData(0.0)]
    [InlineData(1.0)]
    [InlineData(2.0)]
    [InlineData(3.0)]
    public void Bursts_are_measured_from_hosts_without_the_change(double variation)
    {
        var found = Measured(7, variation, 0);
        // The square of a heavy-tailed estimate: within a fifth of the coefficient of variation.
        Assert.InRange(Math.Sqrt(found.Bursts), (variation * 0.8) - 0.2, (variation * 1.2) + 0.2);
        Assert.InRange(found.Drift, Overdispersion.LeastDrift, 0.04);
    }

    [Fact]
    public void Hosts_that_lasted_at_another_rate_than_their_past_are_drift_and_no_bursts()
    {
        var found = Measured(8, 0, 0.5);
        Assert.InRange(Math.Sqrt(found.Drift), 0.4, 0.6);
        Assert.InRange(found.Bursts, 0, 0.5);
    }

    [Fact]
    public void A_single_host_shows_nothing_about_bursts()
    {
        var one = new HostSlot(100, 50, new HostRate(0.02, 0.1), default);
        Assert.Equal(new OverdispersionSums(), new OverdispersionSums().With([one]));
        Assert.Equal(Overdispersion.Assumed, new OverdispersionSums().Estimate());
    }

    [Fact]
    public void Losses_are_worth_less_the_more_they_come_in_bursts_and_the_fewer_hosts_they_are_of()
    {
        var (one, ten) = (Hosts(1), Hosts(10));
        Assert.Equal(1, new Overdispersion(0, 0.01).Factor(0.1, 100, one, ten));
        Assert.Equal(1, new Overdispersion(4, 0.01).Factor(0.1, 1, one, ten));
        Assert.True(
            new Overdispersion(4, 0.01).Factor(0.1, 100, one, ten) > new Overdispersion(1, 0.01).Factor(0.1, 100, one, ten)
                && new Overdispersion(4, 0.01).Factor(0.1, 100, one, ten) > new Overdispersion(4, 0.01).Factor(0.1, 100, ten, ten)
        );
    }

    private static ExpectedLosses Hosts(int count)
    {
        var hosts = new ExpectedLosses();
        for (var host = 0; host < count; host++)
            hosts.Add(100, 2, new HostRate(0.02, 0));
        return hosts;
    }

    private static List<HostSlot> Slot(SeededRandom random, HostHistory[] histories, double variation, double drift)
    {
        var (common, slots) = (Math.Exp(0.3 * random.Normal()), new List<HostSlot>());
        for (var host = 0; host < histories.Length; host++)
        {
            var lasting =
                drift == 0 ? 1
                : host % 2 == 0 ? 1 + drift
                : 1 - drift;
            var burst = variation == 0 ? 1 : Draw.Gamma(random, 1 / (variation * variation));
            var lost = Draw.Binomial(random, 100, Math.Min(0.9, 0.02 * common * burst * lasting));
            slots.Add(new HostSlot(100, lost, new HostRate(0.02, 0), histories[host]));
        }
        return slots;
    }

    /// <summary>What many slots show.</summary>
    private static Overdispersion Measured(ulong seed, double variation, double drift)
    {
        var (random, sums, histories) = (new SeededRandom(seed), new OverdispersionSums(), new HostHistory[200]);
        for (var slot = 0; slot < 300; slot++)
        {
            var hosts = Slot(random, histories, variation, drift);
            sums = sums.With(hosts);
            for (var host = 0; host < histories.Length; host++)
                histories[host] = hosts[host].History;
        }
        return sums.Estimate();
    }
}
