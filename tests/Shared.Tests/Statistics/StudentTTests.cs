using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Statistics;

public sealed class StudentTTests
{
    /// <summary>Printed tables, and R 4's qt.</summary>
    [Theory]
    [InlineData(0.975, 1, 12.706204736432095)]
    [InlineData(0.975, 2, 4.302652729911275)]
    [InlineData(0.975, 5, 2.570581835636314)]
    [InlineData(0.975, 10, 2.228138851964939)]
    [InlineData(0.975, 30, 2.042272456301238)]
    [InlineData(0.95, 3, 2.353363434801823)]
    [InlineData(0.995, 4, 4.604094871415897)]
    [InlineData(0.9995, 8, 5.041305433373363)]
    [InlineData(0.9, 120, 1.288646233657)]
    public void It_has_the_values_of_the_tables(double share, double freedom, double value)
    {
        Assert.Equal(value, StudentT.Quantile(share, freedom), 1e-9);
        Assert.Equal(-value, StudentT.Quantile(1 - share, freedom), 1e-9);
        Assert.Equal(share, StudentT.Cdf(value, freedom), 1e-9);
    }

    /// <summary>With one and two degrees of freedom there are closed forms.</summary>
    [Fact]
    public void It_has_the_values_of_the_closed_forms()
    {
        for (var share = 0.001; share < 1; share += 0.0101)
        {
            var (one, u) = (Math.Tan(Math.PI * (share - 0.5)), 2 * share - 1);
            var two = u * Math.Sqrt(2 / (1 - u * u));
            Assert.Equal(one, StudentT.Quantile(share, 1), 1e-9 * (1 + Math.Abs(one)));
            Assert.Equal(two, StudentT.Quantile(share, 2), 1e-9 * (1 + Math.Abs(two)));
        }
    }

    [Fact]
    public void It_is_the_inverse_of_its_share_and_becomes_normal()
    {
        foreach (var freedom in (double[])[0.5, 1.7, 3.3, 17.9, 240.4, 100_000])
        {
            foreach (var share in (double[])[1e-6, 0.01, 0.3, 0.5, 0.8, 0.999])
                Assert.Equal(share, StudentT.Cdf(StudentT.Quantile(share, freedom), freedom), 1e-9);
        }
        Assert.Equal(Normal.Quantile(0.975), StudentT.Quantile(0.975, 100_000), 3e-5);
        Assert.Equal(0, StudentT.Quantile(0.5, 3), 1e-12);
    }

    [Fact]
    public void Welchs_interval_is_that_of_the_formula()
    {
        // Means 2 and 5; squared deviations 2 and 14.5.
        var interval = WelchT.Difference([1, 2, 3], [2.5, 4, 6, 7.5]);
        var (one, other) = (1.0 / 3, 14.5 / 3 / 4);
        var freedom = Math.Pow(one + other, 2) / (one * one / 2 + other * other / 3);
        var margin = StudentT.Quantile(0.975, freedom) * Math.Sqrt(one + other);
        Assert.Equal(3, interval.Estimate, 1e-12);
        Assert.Equal((3 - margin, 3 + margin), (interval.Low, interval.High));
        Assert.Equal(new Interval(2, 2, 2), WelchT.Difference([1, 1, 1], [3, 3]));
    }
}
