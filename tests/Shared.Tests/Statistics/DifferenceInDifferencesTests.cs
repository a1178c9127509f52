using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Statistics;

public sealed class DifferenceInDifferencesTests
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
