using IwTune.Agent.Control.Traffic;
using Microsoft.Extensions.Time.Testing;

namespace IwTune.Agent.Tests.Control.Traffic;

public sealed class CounterPaceTests
{
    private static readonly TimeSpan Asked = TimeSpan.FromSeconds(10);

    private readonly FakeTimeProvider _clock = new();

    [Fact]
    public void Without_a_server_that_asks_an_hour_is_reported()
    {
        var pace = new CounterPace(_clock, "a");
        Assert.Equal(TimeSpan.FromMinutes(1), CounterPace.Pause(null));
        _clock.Advance(TimeSpan.FromMinutes(59));
        Assert.Null(pace.Due("a", null));
        _clock.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal("a", pace.Due("a", null));
        Assert.Null(pace.Due("a", null));
    }

    [Fact]
    public void While_a_rollout_asks_every_slot_is()
    {
        var pace = new CounterPace(_clock, "a");
        Assert.Equal(Asked, CounterPace.Pause(Asked));
        _clock.Advance(Asked);
        Assert.Equal("a", pace.Due("a", Asked));
        _clock.Advance(Asked);
        Assert.Equal("a", pace.Due("a", Asked));
    }

    [Fact]
    public void What_was_counted_until_a_new_bundle_came_is_of_the_old_one()
    {
        var pace = new CounterPace(_clock, "a");
        _clock.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal("a", pace.Due("b", null));
        _clock.Advance(TimeSpan.FromMinutes(60));
        Assert.Equal("b", pace.Due("b", null));
    }
}
