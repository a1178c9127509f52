using IwTune.Shared.Statistics;
using IwTune.Soak.Judging;

namespace IwTune.EndToEnd.Soak;

public sealed class TheilSenTests
{
    [Fact]
    public void A_line_has_its_slope_and_no_doubt()
    {
        var slope = TheilSen.Slope([.. Enumerable.Range(0, 12).Select(at => new Point(at * 5, 3 + 0.25 * at * 5))], 0.99);
        Assert.Equal((0.25, 0.25, 0.25), (slope.Estimate, slope.Low, slope.High));
    }

    [Fact]
    public void Two_wild_readings_of_twelve_do_not_turn_it() =>
        Assert.Equal(
            0.25,
            TheilSen.Slope([.. Enumerable.Range(0, 12).Select(at => new Point(at, at is 4 or 9 ? 1000 : 0.25 * at))], 0.95).Estimate,
            0.1
        );

    /// <summary>
    /// Hollander and Wolfe, Nonparametric Statistical Methods: with 15 points the exact 95 % interval leaves out 33 slopes of 105 at each
    /// end. The normal approximation leaves out 32, since it rounds outwards.
    /// </summary>
    [Fact]
    public void The_interval_has_the_ranks_of_kendalls_test()
    {
        var points = Enumerable.Range(0, 15).Select(at => new Point(at, at * at)).ToList();
        var slopes = Quantiles.Ascending([
            .. from one in points from other in points where other.At > one.At select (other.Value - one.Value) / (other.At - one.At),
        ]);
        var slope = TheilSen.Slope(points, 0.95);
        Assert.Equal((slopes[32], slopes[^33]), (slope.Low, slope.High));
    }

    [Theory]
    [InlineData(0.95)]
    [InlineData(0.99)]
    public void The_interval_holds_the_true_slope_as_often_as_it_says(double confidence)
    {
        const int series = 2_000;
        var held = Enumerable.Range(1, series).Count(seed => Slope((ulong)seed, confidence).Holds(0.1));
        Assert.InRange(held / (double)series, confidence - 0.015, Math.Min(1, confidence + 0.015));
    }

    private static Interval Slope(ulong seed, double confidence)
    {
        var noise = Drawn.Noise(seed, 1);
        return TheilSen.Slope([.. Enumerable.Range(0, 24).Select(at => new Point(at, 0.1 * at + noise(at)))], confidence);
    }
}
