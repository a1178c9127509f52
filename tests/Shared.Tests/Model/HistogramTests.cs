using FsCheck;
using FsCheck.Fluent;
using IwTune.Shared.Model;

namespace IwTune.Shared.Tests.Model;

public sealed class HistogramTests
{
    [Fact]
    public void Nothing_has_no_percentile() => Assert.Null(new Histogram().Percentile(0.5));

    [Fact]
    public void A_percentile_is_within_a_tenth_of_the_exact_one() =>
        Prop.ForAll(
                Gen.Choose(0, int.MaxValue).Select(number => (long)number).NonEmptyListOf().Zip(Gen.Choose(1, 100)).ToArbitrary(),
                given =>
                {
                    var (numbers, percent) = given;
                    var histogram = new Histogram();
                    foreach (var number in numbers)
                        histogram.Add(number);
                    var sorted = numbers.Order().ToList();
                    var exact = sorted[Math.Max(1, (int)Math.Ceiling(sorted.Count * (percent / 100.0))) - 1];
                    var told = histogram.Percentile(percent / 100.0)!.Value;
                    return Math.Abs(told - exact) <= Math.Max(exact / 10, exact < 8 ? 0 : 1);
                }
            )
            .QuickCheckThrowOnFailure();

    [Theory]
    [InlineData(-5, 0)]
    [InlineData(7, 7)]
    [InlineData((1L << 40) - 1, 1065151889408)]
    [InlineData(long.MaxValue, 1065151889408)]
    public void What_is_out_of_range_counts_as_the_nearest(long number, long told)
    {
        var histogram = new Histogram();
        histogram.Add(number);
        Assert.Equal(told, histogram.Percentile(0.5));
    }

    [Fact]
    public void Its_slots_tell_all_of_it() =>
        Prop.ForAll(
                Numbers().ToArbitrary(),
                given =>
                {
                    var made = Of(given);
                    var told = Histogram.Of(made.Slots)!;
                    return made.Slots.OrderBy(slot => slot.Key).SequenceEqual(told.Slots.OrderBy(slot => slot.Key))
                        && told.Count == made.Count
                        && told.Percentile(0.9) == made.Percentile(0.9);
                }
            )
            .QuickCheckThrowOnFailure();

    [Theory]
    [InlineData(-1, 1)]
    [InlineData(304, 1)]
    [InlineData(3, 0)]
    [InlineData(3, long.MaxValue)]
    public void Slots_that_no_histogram_has_make_none(int slot, long count) =>
        Assert.Null(Histogram.Of(new Dictionary<int, long> { [slot] = count }));

    [Fact]
    public void A_slot_counts_the_numbers_from_its_least_to_the_next_ones()
    {
        for (var slot = 0; slot < Histogram.SlotCount; slot++)
        {
            Assert.Equal(slot, Histogram.Slot(Histogram.Least(slot)));
            Assert.Equal(slot, Histogram.Slot(Histogram.Least(slot + 1) - 1));
        }
        Assert.Equal(1L << 40, Histogram.Least(Histogram.SlotCount));
    }

    private static Gen<List<long>> Numbers() => Gen.Choose(0, int.MaxValue).Select(number => (long)number * 400).ListOf();

    private static Histogram Of(IEnumerable<long> numbers)
    {
        var made = new Histogram();
        foreach (var number in numbers)
            made.Add(number);
        return made;
    }
}
