using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Statistics;

public sealed class HypergeometricTests
{
    /// <summary>By summing all terms as exact fractions, with another program.</summary>
    [Theory]
    [InlineData(0, 10, 100, 0.05, 0)]
    [InlineData(1, 1, 100, 0.05, 0)]
    [InlineData(1, 1, 10, 0.05, 1)]
    [InlineData(1, 10, 100, 0.05, 1)]
    [InlineData(3, 10, 100, 0.05, 1)]
    [InlineData(40, 250, 1000, 0.05, 15)]
    [InlineData(40, 250, 1000, 0.00001, 22)]
    [InlineData(9, 9, 10, 0.05, 9)]
    [InlineData(90, 60, 100, 0.01, 57)]
    [InlineData(20, 1000, 4000, 0.05, 8)]
    public void More_than_this_are_in_the_part_with_at_most_the_given_probability(
        int marked,
        int drawn,
        int all,
        double probability,
        int highest
    ) => Assert.Equal(highest, Hypergeometric.Highest(marked, drawn, all, probability));

    [Fact]
    public void Marks_and_draws_may_be_swapped()
    {
        var random = new SeededRandom(7);
        for (var i = 0; i < 2_000; i++)
        {
            var all = 1 + random.Below(300);
            var (marked, drawn) = (random.Below(all + 1), random.Below(all + 1));
            var highest = Hypergeometric.Highest(marked, drawn, all, 0.01);
            Assert.Equal(highest, Hypergeometric.Highest(drawn, marked, all, 0.01));
            Assert.InRange(highest, 0, Math.Min(marked, drawn));
        }
    }
}
