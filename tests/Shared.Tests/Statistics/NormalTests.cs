using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Statistics;

/// <summary>Vectors computed by Python's statistics.NormalDist; the quantiles are those of every printed table.</summary>
public sealed class NormalTests
{
    [Theory]
    [InlineData(0, 0.5)]
    [InlineData(1.96, 0.9750021048517796)]
    [InlineData(3.5, 0.9997673709209645)]
    [InlineData(-3.4999, 0.00023271636257859996)]
    [InlineData(-6, 9.865876450376946e-10)]
    [InlineData(-40, 0)]
    [InlineData(40, 1)]
    public void The_share_below_is_the_tables(double z, double share) => Assert.Equal(share, Normal.Cdf(z), 1e-14);

    [Theory]
    [InlineData(0.975, 1.9599639845400536)]
    [InlineData(0.95, 1.6448536269514722)]
    [InlineData(0.8, 0.8416212335729144)]
    [InlineData(0.5, 0)]
    [InlineData(1e-10, -6.361340902404056)]
    public void The_number_below_which_a_share_lies_is_the_tables(double share, double z) => Assert.Equal(z, Normal.Quantile(share), 1e-11);

    [Fact]
    public void One_undoes_the_other()
    {
        for (var share = 0.0005; share < 1; share += 0.0005)
            Assert.Equal(share, Normal.Cdf(Normal.Quantile(share)), 1e-12);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(double.NaN)]
    public void What_is_no_share_has_no_quantile(double share) => Assert.Throws<ArgumentOutOfRangeException>(() => Normal.Quantile(share));
}
