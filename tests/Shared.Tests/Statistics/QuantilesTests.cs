using FsCheck;
using FsCheck.Fluent;
using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Statistics;

public sealed class QuantilesTests
{
    /// <summary>R's documentation of type 7: quantile(1:10, c(0, .1, .25, .5, .9, 1)).</summary>
    [Theory]
    [InlineData(0, 1)]
    [InlineData(0.1, 1.9)]
    [InlineData(0.25, 3.25)]
    [InlineData(0.5, 5.5)]
    [InlineData(0.9, 9.1)]
    [InlineData(1, 10)]
    public void A_quantile_lies_between_the_two_order_statistics(double share, double expected) =>
        Assert.Equal(expected, Quantiles.Of([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], share), 1e-12);

    [Fact]
    public void A_single_number_is_every_quantile() => Assert.Equal(7, Quantiles.Of([7], 0.9));

    [Fact]
    public void Nothing_has_none() => Assert.Throws<ArgumentOutOfRangeException>(() => Quantiles.Median([]));

    [Fact]
    public void The_quantile_of_a_resample_is_that_of_its_numbers() =>
        Prop.ForAll(
                Gen.Choose(-1000, 1000).NonEmptyListOf().Zip(Gen.Choose(0, 100)).Zip(Gen.Choose(1, 1_000_000)).ToArbitrary(),
                given =>
                {
                    var ((numbers, percent), seed) = given;
                    double[] ascending = [.. numbers.Select(number => (double)number).Order()];
                    var random = new SeededRandom((ulong)seed);
                    var times = new int[ascending.Length];
                    for (var draw = 0; draw < times.Length; draw++)
                        times[random.Below(times.Length)]++;
                    double[] resample = [.. ascending.SelectMany((number, at) => Enumerable.Repeat(number, times[at]))];
                    return Math.Abs(Quantiles.Of(resample, percent / 100.0) - Quantiles.OfResample(ascending, times, percent / 100.0))
                        < 1e-9;
                }
            )
            .QuickCheckThrowOnFailure();
}
