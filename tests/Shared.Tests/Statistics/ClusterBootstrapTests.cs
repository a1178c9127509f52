using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Statistics;

public sealed class ClusterBootstrapTests
{
    [Fact]
    public void Equal_clusters_count_whole_and_one_large_cluster_counts_once()
    {
        Assert.Equal(10, ClusterBootstrap.Effective(Enumerable.Repeat(7L, 10)), 1e-9);
        Assert.InRange(ClusterBootstrap.Effective([10_000, .. Enumerable.Repeat(1L, 100)]), 1, 1.03);
        Assert.Equal(0, ClusterBootstrap.Effective([]));
    }

    [Fact]
    public void With_one_number_a_cluster_it_is_the_usual_bootstrap()
    {
        var random = new SeededRandom(3);
        double[] first = Quantiles.Ascending([.. Enumerable.Range(0, 200).Select(_ => random.Normal())]),
            second = Quantiles.Ascending([.. Enumerable.Range(0, 200).Select(_ => 1 + random.Normal())]);
        var usual = Usual(first, second, new SeededRandom(1));
        var clustered = ClusterBootstrap.QuantileDifference(
            new Clustered(first.Select((number, at) => (number, at))),
            new Clustered(second.Select((number, at) => (number, 200 + at))),
            0.5,
            new SeededRandom(1)
        );
        Assert.Equal(usual.Estimate, clustered.Estimate, 1e-12);
        Assert.Equal(usual.Low, clustered.Low, 0.08);
        Assert.Equal(usual.High, clustered.High, 0.08);
    }

    [Fact]
    public void Numbers_that_are_alike_within_a_cluster_give_a_wider_interval()
    {
        var random = new SeededRandom(4);
        var (first, second) = (Alike(random, 0), Alike(random, 20));
        var clustered = ClusterBootstrap.QuantileDifference(first, second, 0.5, new SeededRandom(1));
        var usual = Usual(first.Ascending, second.Ascending, new SeededRandom(1));
        Assert.True(clustered.High - clustered.Low > 2 * (usual.High - usual.Low), $"{clustered} {usual}");
        Assert.InRange(DesignEffect.OfOrder(first, second), 15, 60);
    }

    [Fact]
    public void Peers_in_both_arms_cancel()
    {
        var random = new SeededRandom(5);
        var levels = Enumerable.Range(0, 20).Select(_ => 10 * random.Normal()).ToArray();
        Clustered Arm() => new(Enumerable.Range(0, 1_000).Select(at => (levels[at % 20] + random.Normal(), at % 20)));
        Assert.InRange(DesignEffect.OfOrder(Arm(), Arm()), 1, 1.5);
    }

    [Fact]
    public void The_design_effect_of_independent_events_is_about_one_and_of_whole_bursts_their_length()
    {
        var random = new SeededRandom(6);
        List<ClusterSums> even = [],
            bursts = [];
        for (var cluster = 0; cluster < 2_000; cluster++)
        {
            even.Add(new ClusterSums(10, Draw.Binomial(random, 10, 0.1), 10, Draw.Binomial(random, 10, 0.1)));
            bursts.Add(new ClusterSums(10, random.Below(10) == 0 ? 10 : 0, 10, random.Below(10) == 0 ? 10 : 0));
        }
        Assert.InRange(DesignEffect.Of(even, 0.09, 0.09), 1, 1.15);
        Assert.InRange(DesignEffect.Of(bursts, 0.09, 0.09), 8.5, 11.5);
        Assert.Equal(1, DesignEffect.Of([], 0, 0));
    }

    /// <summary>Twenty clusters of 50 numbers, each cluster with its own level.</summary>
    private static Clustered Alike(SeededRandom random, int from)
    {
        var levels = Enumerable.Range(0, 20).Select(_ => random.Normal()).ToArray();
        return new Clustered(Enumerable.Range(0, 1_000).Select(at => (levels[at % 20] + 0.2 * random.Normal(), from + at % 20)));
    }

    /// <summary>The bootstrap of the textbook for a difference of medians: number by number, each sample for itself.</summary>
    private static Interval Usual(double[] first, double[] second, SeededRandom random)
    {
        double Drawn(double[] of) => Quantiles.Median([.. of.Select(_ => of[random.Below(of.Length)])]);
        double[] drawn = Quantiles.Ascending([
            .. Enumerable.Range(0, ClusterBootstrap.Resamples).Select(_ => Drawn(second) - Drawn(first)),
        ]);
        return new(Quantiles.Median(second) - Quantiles.Median(first), Quantiles.Of(drawn, 0.025), Quantiles.Of(drawn, 0.975));
    }
}
