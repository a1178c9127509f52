using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Engine.Passive;

namespace IwTune.Agent.Tests.Engine.Passive;

public sealed class DistributionTests
{
    [Fact]
    public void Nothing_has_no_percentile() => Assert.Null(new Distribution().Percentile(0.5));

    [Fact]
    public void A_percentile_is_within_a_tenth_of_the_exact_one() => Prop.ForAll(
        Gen.Choose(0, int.MaxValue).Select(number => (long)number).NonEmptyListOf().Zip(Gen.Choose(1, 100)).ToArbitrary(),
        given =>
        {
            var (numbers, percent) = given;
            var distribution = new Distribution();
            foreach (var number in numbers)
                distribution.Add(number);
            var sorted = numbers.Order().ToList();
            var exact = sorted[Math.Max(1, (int)Math.Ceiling(sorted.Count * (percent / 100.0))) - 1];
            var told = distribution.Percentile(percent / 100.0)!.Value;
            return Math.Abs(told - exact) <= Math.Max(exact / 10, exact < 8 ? 0 : 1);
        }).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData(-5, 0)]
    [InlineData(7, 7)]
    [InlineData(uint.MaxValue, 4160749568)]
    [InlineData(long.MaxValue, 4160749568)]
    public void What_is_out_of_range_counts_as_the_nearest(long number, long told)
    {
        var distribution = new Distribution();
        distribution.Add(number);
        Assert.Equal(told, distribution.Percentile(0.5));
    }
}
