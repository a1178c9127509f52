using IwTune.Agent.Control;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Control;

public sealed class BackOffTests
{
    private readonly TestClock _clock = new();

    [Theory]
    [InlineData(0)]
    [InlineData(17)]
    [InlineData(59)]
    public void The_first_pause_ends_in_the_hosts_own_slot(int slot)
    {
        _clock.Advance(TimeSpan.FromSeconds(23.4));
        var pause = Over(new Schedule(55, 60, slot), 0).Next();

        Assert.InRange(pause, TimeSpan.Zero, TimeSpan.FromSeconds(60));
        Assert.Equal(slot, (_clock.GetUtcNow() + pause).Second);
    }

    [Fact]
    public void A_thousand_hosts_that_lose_the_server_at_once_come_back_spread_over_the_period()
    {
        var pauses = Enumerable.Range(0, 1000).Select(host => Over(new Schedule(55, 60, host % 60), host / 1000.0).Next()).ToList();

        Assert.All(pauses.GroupBy(pause => (int)pause.TotalSeconds), second => Assert.InRange(second.Count(), 1, 40));
    }

    [Theory]
    [InlineData(0.1, 0.9)]
    [InlineData(0.9, 0.1)]
    [InlineData(0.5, 0.5)]
    public void A_call_that_failed_in_the_hosts_slot_is_repeated_in_a_later_one_and_not_within_it(double first, double second)
    {
        var draws = new Queue<double>([first, 0, second, 0]);
        var backOff = new BackOff(new Schedule(55, 60, 17), _clock, draws.Dequeue);
        _clock.Advance(backOff.Next());

        Assert.InRange(backOff.Next(), TimeSpan.FromSeconds(59), TimeSpan.FromSeconds(61));
    }

    [Fact]
    public void Pauses_grow_to_a_quarter_of_an_hour_and_start_anew_after_a_success()
    {
        var backOff = Over(new Schedule(55, 60, 0), 0.999);
        var pauses = Enumerable.Range(0, 12).Select(_ => backOff.Next()).ToList();

        Assert.True(pauses[3] > pauses[1]);
        Assert.InRange(pauses[^1], TimeSpan.FromMinutes(13), TimeSpan.FromMinutes(16));
        backOff.Reset();
        Assert.InRange(backOff.Next(), TimeSpan.Zero, TimeSpan.FromSeconds(61));
    }

    [Fact]
    public void What_the_server_asks_for_is_never_undercut() =>
        Assert.InRange(Over(new Schedule(55, 60, 0), 0.5).Next(TimeSpan.FromMinutes(5)), TimeSpan.FromMinutes(5), TimeSpan.FromMinutes(6));

    [Fact]
    public void While_a_timer_runs_the_pauses_are_seconds()
    {
        var backOff = Over(new Schedule(55, 60, 30), 0.9);

        Assert.All(
            Enumerable.Range(0, 10).Select(_ => backOff.Urgent()),
            pause => Assert.InRange(pause, TimeSpan.FromSeconds(0.5), TimeSpan.FromSeconds(12))
        );
    }

    [Fact]
    public void A_dozen_urgent_failures_do_not_lengthen_the_pause_after_them()
    {
        var backOff = Over(new Schedule(2, 2, 0), 0.999);
        foreach (var _ in Enumerable.Range(0, 12))
            backOff.Urgent();

        Assert.InRange(backOff.Next(), TimeSpan.Zero, TimeSpan.FromSeconds(3));
    }

    private BackOff Over(Schedule schedule, double random) => new(schedule, _clock, () => random);
}
