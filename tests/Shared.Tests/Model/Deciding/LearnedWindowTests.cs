using System.Net;
using IwTune.Shared.Model.Deciding;
using IwTune.Shared.Policies;

namespace IwTune.Shared.Tests.Model.Deciding;

public sealed class LearnedWindowTests
{
    private static readonly Steering.Learned Bounds = new(IPNetwork.Parse("10.0.0.0/8"), 32, TimeSpan.FromMinutes(15));
    private DateTimeOffset _now = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public void It_goes_to_half_of_the_first_quartile_by_two_a_minute()
    {
        var window = DecidedWindow.Begin(Bounds, _now);
        Assert.Equal(10, window.Value);
        List<int> values = [];
        for (var minute = 0; minute < 5; minute++)
        {
            _now += TimeSpan.FromMinutes(1);
            Add(window, 15, cwnd: 80);
            Add(window, 15, cwnd: 32);
            values.Add(window.Evaluate(_now, Sight.Clear)!.To);
        }
        Assert.Equal([12, 14, 16, 16, 16], values);
    }

    [Theory]
    [InlineData(32, 500, 32)]
    [InlineData(24, 500, 24)]
    [InlineData(32, 40, 20)]
    [InlineData(32, 43, 20)]
    [InlineData(32, 8, 10)]
    [InlineData(8, 500, 8)]
    public void Its_end_is_the_least_of_half_the_quartile_and_the_cap_and_never_below_ten_unless_the_cap_is(int max, int cwnd, int end)
    {
        var window = DecidedWindow.Begin(Bounds with { Max = max }, _now);
        for (var minute = 0; minute < 30; minute++)
        {
            _now += TimeSpan.FromMinutes(1);
            Add(window, 20, cwnd);
            window.Evaluate(_now, Sight.Clear);
        }
        Assert.Equal(end, window.Value);
    }

    [Fact]
    public void One_loss_in_a_first_flight_halves_it_and_earlier_connections_speak_no_more()
    {
        var window = Grown();
        Add(window, 200, cwnd: 100);
        window.Add(new(_now, window.Value, 60, true, 5, 100));
        var decision = window.Evaluate(_now, Sight.Clear)!;
        Assert.Equal((32, 16, DecisionCause.Lost), (decision.From, decision.To, decision.Because));
        _now += TimeSpan.FromMinutes(2);
        Assert.Null(window.Evaluate(_now, Sight.Clear));
    }

    [Fact]
    public void Losses_of_connections_that_began_before_the_halving_do_not_halve_it_again()
    {
        var window = Grown();
        window.Add(new(_now, 32, 60, true, 5, 100));
        Assert.Equal(16, window.Evaluate(_now, Sight.Clear)!.To);
        window.Add(new(_now, 32, 60, true, 5, 100));
        Assert.Null(window.Evaluate(_now, Sight.Clear));
        window.Add(new(_now, 16, 60, true, 5, 100));
        Assert.Equal(10, window.Evaluate(_now, Sight.Clear)!.To);
    }

    [Fact]
    public void What_was_learned_expires()
    {
        var window = Grown();
        _now += Bounds.Expiry;
        Assert.Null(window.Evaluate(_now, Sight.Clear));
        _now += TimeSpan.FromSeconds(1);
        Assert.Equal(new Decision(32, 10, DecisionCause.Expired, 0, 0), window.Evaluate(_now, Sight.Clear));
    }

    [Fact]
    public void It_expires_after_a_restart_as_well_and_when_the_clock_was_set_back()
    {
        var left = Grown().State;
        Assert.Null(DecidedWindow.Resume(Bounds, left).Evaluate(_now + TimeSpan.FromMinutes(14), Sight.Clear));
        Assert.Equal(10, DecidedWindow.Resume(Bounds, left).Evaluate(_now + TimeSpan.FromMinutes(16), Sight.Clear)!.To);
        Assert.Equal(10, DecidedWindow.Resume(Bounds, left).Evaluate(_now - TimeSpan.FromDays(1), Sight.Clear)!.To);
    }

    [Theory]
    [InlineData(20L, 20)]
    [InlineData(null, 10)]
    public void What_the_receivers_take_bounds_it(long? peer, int end)
    {
        var window = DecidedWindow.Begin(Bounds, _now);
        Decision? last = null;
        for (var minute = 0; minute < 10; minute++)
        {
            _now += TimeSpan.FromMinutes(1);
            for (var i = 0; i < 30; i++)
                window.Add(new(_now, window.Value, 200, false, 100, peer));
            last = window.Evaluate(_now, Sight.Clear);
        }
        Assert.Equal((end, DecisionCause.Receivers), (window.Value, last!.Because));
    }

    [Fact]
    public void A_raise_is_proven_by_connections_that_had_it_before_the_next()
    {
        var window = Grown(minutes: 1);
        for (var i = 0; i < 100; i++)
            window.Add(new(_now, 10, 60, false, 100, 100));
        Assert.Null(window.Evaluate(_now + TimeSpan.FromMinutes(2), Sight.Clear));
        Add(window, 20, cwnd: 100);
        Assert.Equal(14, window.Evaluate(_now + TimeSpan.FromMinutes(2), Sight.Clear)!.To);
    }

    [Fact]
    public void Connections_that_did_not_exceed_their_window_do_not_speak_for_more()
    {
        var window = DecidedWindow.Begin(Bounds, _now);
        _now += TimeSpan.FromMinutes(1);
        for (var i = 0; i < 100; i++)
            window.Add(new(_now, 10, 10, false, 100, 100));
        Assert.Null(window.Evaluate(_now, Sight.Clear));
    }

    [Fact]
    public void Nobody_looking_holds_it_and_then_takes_it_back()
    {
        var window = Grown(minutes: 4);
        _now += TimeSpan.FromMinutes(1);
        Add(window, 30, cwnd: 100);
        Assert.Equal((18, DecisionCause.Blind), (window.Evaluate(_now, Sight.Blind) is { } held ? (held.To, held.Because) : default));
        Assert.Equal(10, window.Evaluate(_now, Sight.Gone)!.To);
    }

    private DecidedWindow Grown(int minutes = 15)
    {
        var window = DecidedWindow.Begin(Bounds, _now);
        for (var minute = 0; minute < minutes; minute++)
        {
            _now += TimeSpan.FromMinutes(1);
            Add(window, 30, cwnd: 100);
            window.Evaluate(_now, Sight.Clear);
        }
        return window;
    }

    private void Add(DecidedWindow window, int count, int cwnd)
    {
        for (var i = 0; i < count; i++)
            window.Add(new(_now, window.Value, window.Value + 50, false, cwnd, 100));
    }
}
