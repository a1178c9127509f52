using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Statistics;

public sealed class SeededRandomTests
{
    /// <summary>From a Python transcription of the authors' C code for xoshiro256** and SplitMix64.</summary>
    [Fact]
    public void The_sequence_of_a_seed_is_the_published_generators()
    {
        var random = new SeededRandom(42);
        Assert.Equal([1546998764402558742UL, 6990951692964543102UL, 12544586762248559009UL], [random.Next(), random.Next(), random.Next()]);
    }

    [Fact]
    public void The_same_seed_gives_the_same_and_another_another()
    {
        Assert.Equal(Ten(7), Ten(7));
        Assert.NotEqual(Ten(7), Ten(8));
    }

    [Fact]
    public void All_numbers_below_a_limit_are_about_equally_frequent()
    {
        var random = new SeededRandom(1);
        var counts = new int[7];
        for (var draw = 0; draw < 70_000; draw++)
            counts[random.Below(7)]++;
        Assert.All(counts, count => Assert.InRange(count, 9_600, 10_400));
    }

    [Fact]
    public void Normal_numbers_have_mean_0_and_deviation_1()
    {
        var random = new SeededRandom(2);
        double sum = 0,
            squares = 0;
        for (var draw = 0; draw < 20_000; draw++)
        {
            var z = random.Normal();
            sum += z;
            squares += z * z;
        }
        Assert.Equal(0, sum / 20_000, 0.03);
        Assert.Equal(1, squares / 20_000, 0.05);
    }

    [Fact]
    public void A_shuffle_keeps_all_and_every_place_is_possible()
    {
        var random = new SeededRandom(3);
        var firsts = new HashSet<int>();
        for (var time = 0; time < 200; time++)
        {
            int[] items = [0, 1, 2, 3, 4];
            random.Shuffle<int>(items);
            Assert.Equal([0, 1, 2, 3, 4], items.Order());
            firsts.Add(items[0]);
        }
        Assert.Equal(5, firsts.Count);
    }

    private static List<int> Ten(ulong seed)
    {
        var random = new SeededRandom(seed);
        return [.. Enumerable.Range(0, 10).Select(_ => random.Below(1_000_000))];
    }
}
