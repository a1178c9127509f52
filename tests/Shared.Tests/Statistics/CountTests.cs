using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Statistics;

public sealed class CountTests
{
    /// <summary>Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.</summary>
    [Theory]
    [InlineData(81, 263, 0.2553, 0.3662)]
    [InlineData(15, 148, 0.0624, 0.1605)]
    [InlineData(0, 20, 0.0000, 0.1611)]
    [InlineData(1, 29, 0.0061, 0.1718)]
    public void A_share_has_the_published_interval(long count, long of, double low, double high)
    {
        var share = Proportion.Wilson(count, of);
        Assert.Equal(low, share.Low, 0.00005);
        Assert.Equal(high, share.High, 0.00005);
    }

    /// <summary>Newcombe 1998, "Interval estimation for the difference between independent proportions", table II, method 10.</summary>
    [Theory]
    [InlineData(48, 80, 56, 70, 0.0524, 0.3339)]
    [InlineData(3, 10, 9, 10, 0.1705, 0.8090)]
    [InlineData(2, 7, 6, 7, 0.0582, 0.8062)]
    [InlineData(0, 29, 5, 56, -0.0381, 0.1926)]
    [InlineData(0, 20, 0, 10, -0.1611, 0.2775)]
    [InlineData(0, 20, 10, 10, 0.6791, 1.0000)]
    public void A_difference_of_shares_has_the_published_interval(
        long firstCount,
        long firstOf,
        long secondCount,
        long secondOf,
        double low,
        double high
    )
    {
        var difference = Proportion.DifferenceWithin(firstCount, firstOf, secondCount, secondOf, Normal.Quantile(0.975));
        Assert.Equal(low, difference.Low, 0.00005);
        Assert.Equal(high, difference.High, 0.00005);
    }

    [Fact]
    public void An_interval_of_any_width_lies_within_what_a_share_can_be()
    {
        foreach (var z in (double[])[0.1, 1.959964, 8, 9, 40, 1e4])
        {
            var (share, difference) = (Proportion.WilsonWithin(3, 10, z), Proportion.DifferenceWithin(3, 10, 9, 10, z));
            Assert.True(share is { Low: >= 0 and <= 0.3, High: >= 0.3 and <= 1 }, $"{z}: {share}");
            Assert.True(difference is { Low: >= -1 and <= 0.6, High: >= 0.6 and <= 1 }, $"{z}: {difference}");
        }
    }

    /// <summary>Computed by hand from printed quantiles of the normal distribution; most retransmission rates are RFC 6928 §10's.</summary>
    [Theory]
    [InlineData(0.05, 0.5, 1_492)]
    [InlineData(0.05, 1.0, 5_967)]
    [InlineData(0.10, 0.5, 354)]
    [InlineData(0.10, 1.0, 1_414)]
    [InlineData(0.20, 0.5, 79)]
    [InlineData(0.20, 1.0, 315)]
    public void A_change_of_times_needs_so_many_units_of_each_arm(double effect, double sigma, long units) =>
        Assert.Equal(units, SampleSize.Latency(effect, sigma));

    [Theory]
    [InlineData(0.0198, 0.0229, 26_886)]
    [InlineData(0.0354, 0.0421, 10_260)]
    [InlineData(0.02, 0.03, 3_013)]
    [InlineData(0.02, 0.04, 899)]
    [InlineData(0.0394, 0.0579, 1_671)]
    public void A_change_of_losses_needs_so_many_units_of_each_arm(double baseline, double changed, long units) =>
        Assert.Equal(units, SampleSize.Events(baseline, changed));

    [Theory]
    [InlineData(0, 1)]
    [InlineData(1, 1)]
    [InlineData(0.1, 0)]
    [InlineData(double.NaN, 1)]
    public void What_cannot_be_asked_is_refused(double effect, double sigma) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => SampleSize.Latency(effect, sigma));

    [Fact]
    public void The_same_share_needs_no_units_because_none_would_do() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => SampleSize.Events(0.02, 0.02));
}
