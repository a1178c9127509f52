using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Statistics;

public sealed class OwnPastEProcessTests
{
    private const double Alpha = 0.001;

    /// <summary>A night after a day: hosts that lose twice what they did are no emergency, whatever the bursts.</summary>
    [Theory]
    [InlineData(1.0, 0.0)]
    [InlineData(2.0, 0.0)]
    [InlineData(2.0, 2.0)]
    [InlineData(1.0, 3.0)]
    public void Twice_the_past_in_a_bad_hour_is_no_emergency(double factor, double variation)
    {
        var random = new SeededRandom(3);
        var alarms = Enumerable.Range(0, 1000).Count(_ => Alarms(random, factor, variation) is not null);
        Assert.Equal(0, alarms);
    }

    [Fact]
    public void Eight_times_the_past_is_found_within_a_few_slots()
    {
        var random = new SeededRandom(4);
        var slots = Enumerable.Range(0, 100).Select(_ => Alarms(random, 8, 0) ?? 99).ToList();
        Assert.InRange(slots.Max(), 1, 10);
    }

    [Fact]
    public void What_was_kept_goes_on_where_it_was()
    {
        var process = new OwnPastEProcess();
        process.Add(Hosts(new SeededRandom(1), 8, 0), 0.005, Overdispersion.Assumed);
        var again = OwnPastEProcess.Of([.. process.Logs], process.HighestLogE)!;
        process.Add(Hosts(new SeededRandom(2), 8, 0), 0.005, Overdispersion.Assumed);
        again.Add(Hosts(new SeededRandom(2), 8, 0), 0.005, Overdispersion.Assumed);
        Assert.Equal(process.HighestLogE, again.HighestLogE);
        Assert.Null(OwnPastEProcess.Of([1, 2], 0));
        Assert.Null(OwnPastEProcess.Of([.. Enumerable.Repeat(double.NaN, 60)], 0));
    }

    private static int? Alarms(SeededRandom random, double factor, double variation)
    {
        var process = new OwnPastEProcess();
        for (var slot = 1; slot <= 10; slot++)
        {
            process.Add(Hosts(random, factor, variation), 0.005, new Overdispersion(Math.Max(2, variation * variation), 0.01));
            if (process.Alarms(Alpha))
                return slot;
        }
        return null;
    }

    private static ExpectedLosses Hosts(SeededRandom random, double factor, double variation)
    {
        var hosts = new ExpectedLosses();
        for (var host = 0; host < 50; host++)
        {
            var burst = variation == 0 ? 1 : Draw.Gamma(random, 1 / (variation * variation));
            hosts.Add(20, Draw.Binomial(random, 20, Math.Min(0.9, 0.02 * factor * burst)), new HostRate(0.02, 0.01));
        }
        return hosts;
    }
}
