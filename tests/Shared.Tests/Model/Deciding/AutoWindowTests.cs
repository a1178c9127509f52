using IwTune.Shared.Model.Deciding;
using IwTune.Shared.Policies;

namespace IwTune.Shared.Tests.Model.Deciding;

public sealed class AutoWindowTests
{
    private static readonly Steering.Auto Bounds = Steering.Auto.Default with { Period = TimeSpan.Zero };
    private DateTimeOffset _now = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public void The_trace_of_the_rfc_is_10_5_made_even_4_6_8_10()
    {
        var window = DecidedWindow.Begin(Bounds, _now);
        Assert.Equal(10, window.Value);
        Assert.Equal(4, Interval(window, losses: 60)!.To);
        Assert.Equal([6, 8, 10, 10], Enumerable.Range(0, 4).Select(_ => Interval(window, losses: 0)!.To));
    }

    [Fact]
    public void Halving_ends_at_the_least_window_and_starts_from_there_again()
    {
        var window = DecidedWindow.Begin(Bounds, _now);
        Assert.Equal([4, 3, 3], Enumerable.Range(0, 3).Select(_ => Interval(window, losses: 51)!.To));
        Assert.Equal([4, 6], Enumerable.Range(0, 2).Select(_ => Interval(window, losses: 50)!.To));
    }

    [Theory]
    [InlineData(50, 10)]
    [InlineData(51, 4)]
    public void One_in_twenty_is_allowed_and_more_is_not(int losses, int value) =>
        Assert.Equal(value, Interval(DecidedWindow.Begin(Bounds, _now), losses)!.To);

    [Fact]
    public void Before_the_thousandth_connection_nothing_is_decided_and_after_it_counting_begins_anew()
    {
        var window = DecidedWindow.Begin(Bounds, _now);
        Add(window, 999, lost: false);
        Assert.Null(window.Evaluate(_now, Sight.Clear));
        Add(window, 1, lost: true);
        Assert.Equal(new Decision(10, 10, DecisionCause.Arrived, 1000, 1), window.Evaluate(_now, Sight.Clear));
        Assert.Equal((0, 0), (window.Connections, window.Losses));
    }

    [Fact]
    public void Losing_almost_everything_is_not_waited_out()
    {
        var window = DecidedWindow.Begin(Bounds, _now);
        Add(window, 19, lost: true);
        Assert.Null(window.Evaluate(_now, Sight.Clear));
        Add(window, 1, lost: true);
        Assert.Equal(new Decision(10, 4, DecisionCause.Lost, 20, 20), window.Evaluate(_now, Sight.Clear));
    }

    [Fact]
    public void Connections_that_ended_before_the_window_was_full_or_began_with_another_or_cannot_be_told_do_not_count()
    {
        var window = DecidedWindow.Begin(Bounds, _now);
        window.Add(new(_now, 10, 9, true, 10, null));
        window.Add(new(_now, 12, 50, true, 10, null));
        window.Add(new(_now, 10, 50, null, 10, null));
        Assert.Equal(0, window.Connections);
        window.Add(new(_now, 10, 10, true, 10, null));
        Assert.Equal((1, 1), (window.Connections, window.Losses));
    }

    [Fact]
    public void A_raise_waits_for_the_period_and_halving_does_not()
    {
        var window = DecidedWindow.Begin(Bounds with { Max = 20, Period = TimeSpan.FromHours(24) }, _now);
        Assert.Equal(DecisionCause.Waits, Interval(window, 0)!.Because);
        _now += TimeSpan.FromHours(24);
        Assert.Equal(12, Interval(window, 0)!.To);
        Assert.Equal(DecisionCause.Waits, Interval(window, 0)!.Because);
        Assert.Equal(6, Interval(window, 100)!.To);
    }

    [Fact]
    public void Nobody_looking_holds_what_is_and_takes_back_what_was_raised()
    {
        var window = DecidedWindow.Begin(Bounds with { Max = 20 }, _now);
        Assert.Equal(12, Interval(window, 0)!.To);
        Add(window, 1000, lost: false);
        Assert.Equal((12, DecisionCause.Blind), (window.Evaluate(_now, Sight.Blind) is { } held ? (held.To, held.Because) : default));
        Assert.Equal((10, DecisionCause.Unseen), (window.Evaluate(_now, Sight.Gone) is { } back ? (back.To, back.Because) : default));
        Assert.Null(window.Evaluate(_now, Sight.Gone));
    }

    [Fact]
    public void What_a_process_left_goes_on_in_the_next()
    {
        var window = DecidedWindow.Begin(Bounds with { Max = 20 }, _now);
        Interval(window, 0);
        Add(window, 700, lost: true);
        var next = DecidedWindow.Resume(window.Bounds, window.State);
        Assert.Equal(window.State, next.State);
        Assert.Equal((12, 700), (next.Value, next.Losses));
    }

    [Theory]
    [InlineData(99, 10)]
    [InlineData(-5, 3)]
    public void A_value_outside_the_bounds_comes_back_into_them(int value, int bounded) =>
        Assert.Equal(bounded, DecidedWindow.Resume(Bounds, new DecidedState(value, _now, 10, 99, _now)).Value);

    [Fact]
    public void A_clock_that_was_set_back_does_not_stop_raises()
    {
        var window = DecidedWindow.Begin(Bounds with { Max = 20, Period = TimeSpan.FromHours(1) }, _now);
        _now -= TimeSpan.FromDays(400);
        Assert.Equal(12, Interval(window, 0)!.To);
    }

    private Decision? Interval(DecidedWindow window, int losses)
    {
        Add(window, losses, lost: true);
        Add(window, 1000 - losses, lost: false);
        return window.Evaluate(_now, Sight.Clear);
    }

    private void Add(DecidedWindow window, int count, bool lost)
    {
        for (var i = 0; i < count; i++)
            window.Add(new(_now, window.Value, window.Value + 5, lost, 20, null));
    }
}
