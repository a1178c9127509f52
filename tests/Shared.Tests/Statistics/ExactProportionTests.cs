using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Statistics;

/// <summary>Values of R 4.2, <c>binom.test</c>.</summary>
public sealed class ExactProportionTests
{
    [Theory]
    [InlineData(0, 10, 0, 0.3084971)]
    [InlineData(10, 10, 0.6915029, 1)]
    [InlineData(3, 10, 0.06673951, 0.6524529)]
    [InlineData(81, 263, 0.2527010, 0.3676170)]
    [InlineData(50, 1000, 0.03734500, 0.06539000)]
    public void It_is_Clopper_and_Pearsons(long count, long of, double low, double high)
    {
        var interval = ExactProportion.Of(count, of);
        Assert.Equal((double)count / of, interval.Estimate);
        Assert.Equal(low, interval.Low, 3e-4);
        Assert.Equal(high, interval.High, 3e-4);
    }

    [Fact]
    public void It_covers_at_least_what_it_claims()
    {
        foreach (var share in new[] { 0.01, 0.05, 0.3, 0.5 })
        {
            double covered = 0;
            for (var count = 0; count <= 60; count++)
            {
                var interval = ExactProportion.Of(count, 60);
                if (interval.Low <= share && share <= interval.High)
                    covered += Likely(count, 60, share);
            }
            Assert.InRange(covered, 0.95, 1.0000001);
        }
    }

    [Fact]
    public void Counts_that_are_none_are_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => ExactProportion.Of(0, 0));
        Assert.Throws<ArgumentOutOfRangeException>(() => ExactProportion.Of(-1, 3));
        Assert.Throws<ArgumentOutOfRangeException>(() => ExactProportion.Of(4, 3));
    }

    private static double Likely(int count, int of, double share)
    {
        var log = 0.0;
        for (var at = 0; at < count; at++)
            log += Math.Log((of - at) / (double)(count - at));
        return Math.Exp(log + (count * Math.Log(share)) + ((of - count) * Math.Log(1 - share)));
    }
}
