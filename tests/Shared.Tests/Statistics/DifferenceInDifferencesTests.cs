using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Statistics;

public sealed class DifferenceInDifferencesTests(ITestOutputHelper output)
{
    /// <summary>Every host has its own level, and all of them got slower by 10 while the change made its hosts faster by 7.</summary>
    [Fact]
    public void What_is_common_to_all_hosts_and_what_is_a_hosts_own_cancel()
    {
        var random = new SeededRandom(5);
        var effect = DifferenceInDifferences.Of(Hosts(20, 10 - 7, random), Hosts(20, 10, random), random)!.Value;
        Assert.InRange(effect.Estimate, -8, -6);
        Assert.True(effect.IsClear && effect.Holds(-7), $"{effect}");
    }

    [Fact]
    public void Without_an_effect_the_interval_holds_zero_about_as_often_as_it_says()
    {
        var held = 0;
        for (var run = 0; run < 200; run++)
        {
            var random = new SeededRandom((ulong)(300 + run));
            held += DifferenceInDifferences.Of(Hosts(15, 4, random), Hosts(15, 4, random), random)!.Value.Holds(0) ? 1 : 0;
        }
        Assert.InRange(held, 178, 199);
    }

    /// <summary>Normal changes, and skewed ones as losses have them.</summary>
    [Theory]
    [InlineData(3, false)]
    [InlineData(3, true)]
    [InlineData(5, false)]
    [InlineData(5, true)]
    [InlineData(10, false)]
    [InlineData(10, true)]
    [InlineData(30, false)]
    [InlineData(30, true)]
    public void The_interval_holds_the_truth_about_as_often_as_it_says(int hosts, bool skewed)
    {
        const int Runs = 800;
        var (held, drawn) = (0, 0);
        for (var run = 0; run < Runs; run++)
        {
            var random = new SeededRandom((ulong)(9_000 + run));
            List<BeforeAfter> Side() =>
                [.. Enumerable.Range(0, hosts).Select(_ => new BeforeAfter(0, skewed ? Math.Exp(0.5 * random.Normal()) : random.Normal()))];
            var (changed, others) = (Side(), Side());
            held += DifferenceInDifferences.Of(changed, others, random)!.Value.Holds(0) ? 1 : 0;
            drawn += Drawn(changed, others, random).Holds(0) ? 1 : 0;
        }
        output.WriteLine($"{hosts} hosts a side{(skewed ? ", skewed" : "")}: {held} of {Runs}; bootstrap {drawn}");
        Assert.InRange(held, 0.925 * Runs, 0.995 * Runs);
    }

    /// <summary>The bootstrap for any number of hosts: differences of means of drawn hosts.</summary>
    private static Interval Drawn(List<BeforeAfter> changed, List<BeforeAfter> others, SeededRandom random)
    {
        var values = new double[400];
        for (var time = 0; time < values.Length; time++)
            values[time] = Enumerable
                .Range(0, changed.Count)
                .Average(_ => changed[random.Below(changed.Count)].Change - others[random.Below(others.Count)].Change);
        Array.Sort(values);
        return new Interval(0, Quantiles.Of(values, 0.025), Quantiles.Of(values, 0.975));
    }

    [Fact]
    public void Two_hosts_say_nothing() =>
        Assert.Null(DifferenceInDifferences.Of([new(1, 2), new(1, 2)], [new(1, 2), new(1, 2), new(1, 2)], new SeededRandom(1)));

    private static List<BeforeAfter> Hosts(int count, double change, SeededRandom random) =>
        [
            .. Enumerable
                .Range(0, count)
                .Select(_ => 100 + 50 * random.Normal())
                .Select(level => new BeforeAfter(level + random.Normal(), level + change + random.Normal())),
        ];
}
