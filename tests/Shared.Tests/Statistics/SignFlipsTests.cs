using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Statistics;

public sealed class SignFlipsTests
{
    [Fact]
    public void All_on_one_side_is_one_of_all_signs()
    {
        Assert.Equal(1.0 / 64, SignFlips.Greater([1, 2, 3, 4, 5, 6]), 1e-12);
        Assert.Equal(1, SignFlips.Greater([-1, -2, -3, -4, -5, -6]), 1e-12);
        Assert.Equal(2.0 / 64, SignFlips.TwoSided([1, 2, 3, 4, 5, 6]), 1e-12);
    }

    [Fact]
    public void Nothing_and_zeros_show_nothing()
    {
        Assert.Equal(1, SignFlips.Greater([]));
        Assert.Equal(1, SignFlips.Greater([0, 0, 0]));
        Assert.Equal(SignFlips.Greater([1, 1, -1, 2]), SignFlips.Greater([1, 0, 1, -1, 0, 2]), 1e-12);
    }

    /// <summary>Equal differences: the binomial distribution.</summary>
    [Fact]
    public void Equal_differences_make_the_sign_test()
    {
        double[] differences = [.. Enumerable.Repeat(1.0, 32), .. Enumerable.Repeat(-1.0, 16)];
        Assert.Equal(0.014649, SignFlips.Greater(differences), 1e-5);
    }

    /// <summary>Every one of the 2ⁿ signs, written out.</summary>
    [Fact]
    public void It_is_the_share_of_signs_with_a_sum_as_large()
    {
        var random = new SeededRandom(5);
        for (var run = 0; run < 30; run++)
        {
            double[] differences = [.. Enumerable.Range(0, 12).Select(_ => 5 * random.Normal())];
            var scores = Array.ConvertAll(differences, d => Math.Abs(d) / Math.Sqrt(1 + Math.Abs(d)));
            var observed = differences.Select((d, at) => Math.Sign(d) * scores[at]).Sum();
            var asLarge = 0;
            for (var signs = 0; signs < 1 << 12; signs++)
                asLarge += scores.Select((score, at) => (signs >> at & 1) == 0 ? score : -score).Sum() >= observed - 1e-9 ? 1 : 0;
            // Rounded to steps of a 2,048th of the sum, a few of the 4,096 sums change places.
            Assert.Equal(asLarge / 4096.0, SignFlips.Greater(differences), 0.01);
        }
    }

    [Fact]
    public void Without_an_effect_it_is_uniform_whatever_the_sizes_are()
    {
        var random = new SeededRandom(6);
        var below = new int[3];
        const int Runs = 2_000;
        for (var run = 0; run < Runs; run++)
        {
            // Sizes over four orders of magnitude.
            var sizes = Enumerable.Range(0, 60).Select(_ => Math.Exp(3 * random.Normal()));
            var p = SignFlips.Greater([.. sizes.Select(size => random.Below(2) == 0 ? size : -size)]);
            double[] limits = [0.01, 0.05, 0.2];
            for (var at = 0; at < limits.Length; at++)
                below[at] += p <= limits[at] ? 1 : 0;
        }
        Assert.InRange(below[0], 8, 34);
        Assert.InRange(below[1], 70, 130);
        Assert.InRange(below[2], 350, 450);
    }

    [Fact]
    public void Four_thousand_units_are_no_problem()
    {
        var random = new SeededRandom(7);
        double[] differences = [.. Enumerable.Range(0, 4096).Select(_ => 0.06 + random.Normal())];
        Assert.InRange(SignFlips.Greater(differences), 1e-9, 1e-2);
        Assert.True(SignFlips.Greater([.. Enumerable.Repeat(1.0, 4096)]) < 1e-300);
    }

    [Fact]
    public void Units_that_are_in_one_arm_only_do_not_break_the_sample_ratio()
    {
        // One of twenty peers has half of the connections, all of them in one arm: no peer is evidence by itself.
        List<(long First, long Second)> units = [(10_000, 0)];
        for (var peer = 0; peer < 19; peer++)
            units.Add(peer % 2 == 0 ? (500, 0) : (0, 500));
        Assert.False(SampleRatio.OfUnits(units).IsBroken);
        Assert.True(SampleRatio.OfUnits([.. Enumerable.Repeat((20L, 10L), 20)]).IsBroken);
        Assert.Equal(1, SampleRatio.OfUnits([]).P);
    }
}
