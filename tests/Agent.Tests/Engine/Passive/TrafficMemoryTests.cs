using IwTune.Agent.Engine.Passive;

namespace IwTune.Agent.Tests.Engine.Passive;

public sealed class TrafficMemoryTests
{
    private readonly TestClock _clock = new();
    private readonly FakeFeed _feed = new();
    private readonly TrafficObserver _observer;
    private readonly TrafficMemory _memory;

    public TrafficMemoryTests()
    {
        _observer = new TrafficObserver(_feed, _clock);
        _memory = new TrafficMemory(_clock);
    }

    [Fact]
    public void What_was_told_and_what_is_running_adds_up()
    {
        _feed.Open.Add(_feed.Make(cwnd: 16));
        Ended(3);
        Tell();
        _feed.Open.Clear();
        Ended(4, target: 2);
        Ended(2, again: 1);
        _observer.Look();
        var all = _memory.All(_observer.Running());
        Assert.Equal([("target 1", 5L), ("target 2", 4L)], all.Select(seen => (seen.TargetId, seen.Passive!.Closed)));
        var one = all[0].Passive!;
        Assert.Equal((5L, 2L, 1L, 16), (one.Profile!.Connections, one.FirstFlightLoss, one.Fresh, all[0].InitialCwnd));
        Assert.Equal(_clock.GetUtcNow() - TimeSpan.FromMinutes(5), one.Since);
        Assert.True(all[0].Conclusive);
    }

    [Fact]
    public void After_half_a_day_the_half_before_is_still_there_and_after_a_whole_one_it_is_not()
    {
        Ended(3);
        Tell();
        _clock.Advance(TimeSpan.FromHours(12));
        Assert.Single(_memory.All([]));
        Ended(1);
        Tell();
        Assert.Equal(4, Assert.Single(_memory.All([])).Passive!.Closed);
        _clock.Advance(TimeSpan.FromHours(12));
        Assert.Equal(1, Assert.Single(_memory.All([])).Passive!.Closed);
        _clock.Advance(TimeSpan.FromHours(25));
        Assert.Empty(_memory.All([]));
    }

    [Fact]
    public void It_remembers_so_many_targets()
    {
        for (var target = 1; target < 200; target++)
            Ended(1, target);
        Tell();
        Tell();
        Assert.Equal(64, _memory.All([]).Count);
    }

    private void Ended(int count, int target = 1, int again = 0)
    {
        for (var i = 0; i < count; i++)
            _feed.Ended.Add(FakeFeed.Sent(_feed.Make(target), 5000, again));
    }

    private void Tell()
    {
        _observer.Look();
        _clock.Advance(TimeSpan.FromMinutes(5));
        _memory.Add(_observer.Due());
    }
}
