using IwTune.Server.Hosting.Load;

namespace IwTune.Server.Tests.Hosting;

public sealed class SlotsTests
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(55);

    [Fact]
    public void A_fleet_that_comes_back_at_once_is_spread_evenly_after_two_periods_and_makes_no_echo()
    {
        const int Hosts = 11_000,
            Periods = 12;
        var steady = Hosts / Period.TotalSeconds;
        var start = new DateTimeOffset(2026, 11, 1, 12, 0, 0, TimeSpan.Zero);
        var arrivals = new int[(int)(Periods * Period.TotalSeconds)];
        for (var host = 0; host < Hosts; host++)
        {
            // All of them within one second, as after a router restarted.
            var at = TimeSpan.FromSeconds((double)host / Hosts);
            while (at.TotalSeconds < arrivals.Length)
            {
                arrivals[(int)at.TotalSeconds]++;
                // Network delay, so that slots are not met exactly.
                at += Slots.Hold($"host-{host}", Period, start + at) + TimeSpan.FromMilliseconds(host % 40);
            }
        }
        Assert.Equal(Hosts, arrivals[0]);
        var afterTwo = arrivals[(2 * (int)Period.TotalSeconds + 1)..];
        Assert.All(afterTwo, second => Assert.InRange(second, 0, 2 * steady));
        // Hosts still arrive at the normal rate.
        Assert.InRange(afterTwo.Average(), 0.95 * steady, 1.05 * steady);
    }

    [Fact]
    public void Nobody_is_held_for_less_than_half_of_what_it_asked_for_or_longer_than_that()
    {
        var at = new DateTimeOffset(2026, 11, 1, 12, 0, 0, TimeSpan.Zero);
        for (var host = 0; host < 2000; host++)
            Assert.InRange(Slots.Hold($"host-{host}", Period, at + TimeSpan.FromMilliseconds(host * 97)), Period / 2, Period);
    }
}
