using FsCheck;
using FsCheck.Fluent;
using IwTune.Shared.Statistics;
using Interval = IwTune.Shared.Statistics.Interval;

namespace IwTune.Shared.Tests.Statistics;

/// <summary>Data of Hollander and Wolfe, "Nonparametric Statistical Methods", which R's wilcox.test documents too.</summary>
public sealed class RankTests
{
    /// <summary>Permeability of membranes.</summary>
    private static readonly double[] Term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
    private static readonly double[] Early = [1.15, 0.88, 0.90, 0.74, 1.21];

    /// <summary>Depression, after less before.</summary>
    private static readonly double[] Changes =
    [
        0.878 - 1.83,
        0.647 - 0.50,
        0.598 - 1.62,
        2.05 - 2.48,
        1.06 - 1.68,
        1.29 - 1.88,
        1.06 - 1.55,
        3.14 - 3.06,
        1.29 - 1.30,
    ];

    [Fact]
    public void The_shift_of_two_samples_is_the_books()
    {
        var shift = HodgesLehmann.Shift(Early, Term);
        Assert.Equal(0.305, shift.Estimate, 1e-12);
        Assert.Equal(-0.15, shift.Low, 0.021);
        Assert.Equal(0.76, shift.High, 0.021);
    }

    [Fact]
    public void The_centre_of_pairs_is_the_books()
    {
        var centre = HodgesLehmann.Paired(Changes);
        Assert.Equal(-0.46, centre.Estimate, 1e-12);
        Assert.True(centre.Low < -0.46 && centre.High is > -0.46 and < 0.0, $"{centre}");
    }

    [Fact]
    public void U_is_the_books()
    {
        var test = MannWhitney.Of(Early, Term);
        Assert.Equal(35, test.U);
        Assert.Equal(0.7, test.Superiority, 1e-12);
        // (35 − 25 − ½) / √(50·16/12)
        Assert.Equal(1.16351, test.Z, 1e-4);
        Assert.Equal(0.2446, test.P, 1e-3);
    }

    /// <summary>By hand: 2 ties of two and one of three among seven: Σ(t³ − t) = 36, σ² = 12/12·(8 − 36/42).</summary>
    [Fact]
    public void Ties_count_half_and_narrow_the_spread()
    {
        var test = MannWhitney.Of([1, 2, 2, 3], [1, 3, 3]);
        Assert.Equal(7.5, test.U);
        Assert.Equal(1 / Math.Sqrt(8 - 36.0 / 42), test.Z, 1e-12);
    }

    [Fact]
    public void Equal_samples_differ_by_nothing()
    {
        var test = MannWhitney.Of([5, 5, 5], [5, 5]);
        Assert.Equal((3.0, 0.0, 1.0), (test.U, test.Z, test.P));
        Assert.Equal(new Interval(0, 0, 0), HodgesLehmann.Shift([5, 5, 5], [5, 5]));
    }

    [Fact]
    public void The_shift_is_the_median_of_all_differences() =>
        Prop.ForAll(
                Numbers().Zip(Numbers()).ToArbitrary(),
                given =>
                {
                    var all = given.Item1.SelectMany(x => given.Item2.Select(y => y - x)).ToList();
                    return HodgesLehmann.Shift(given.Item1, given.Item2).Estimate == Quantiles.Median(all);
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void The_centre_is_the_median_of_all_means_of_two() =>
        Prop.ForAll(
                Numbers().ToArbitrary(),
                given =>
                {
                    var all = given.SelectMany((one, at) => given.Skip(at).Select(other => (one + other) / 2)).ToList();
                    return HodgesLehmann.Paired(given).Estimate == Quantiles.Median(all);
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void An_interval_of_the_shift_holds_the_truth_about_as_often_as_it_says()
    {
        var held = 0;
        for (var run = 0; run < 400; run++)
        {
            var random = new SeededRandom((ulong)(100 + run));
            double[] first = [.. Enumerable.Range(0, 25).Select(_ => Math.Exp(random.Normal()))];
            double[] second = [.. Enumerable.Range(0, 25).Select(_ => Math.Exp(random.Normal()) + 3)];
            held += HodgesLehmann.Shift(first, second).Holds(3) ? 1 : 0;
        }
        // 380 with a standard error of 4.4.
        Assert.InRange(held, 366, 396);
    }

    /// <summary>Eighths, so that sums and halves are exact.</summary>
    private static Gen<List<double>> Numbers() =>
        Gen.Choose(-400, 400).Select(number => number / 8.0).NonEmptyListOf().Select(numbers => numbers.Take(30).ToList());
}
