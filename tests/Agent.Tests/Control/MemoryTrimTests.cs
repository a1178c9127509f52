using IwTune.Agent.Control;

namespace IwTune.Agent.Tests.Control;

public sealed class MemoryTrimTests : IDisposable
{
    private readonly TestClock _clock = new();
    private readonly MemoryTrim _trim;
    private int _collected;

    public MemoryTrimTests() => _trim = new MemoryTrim(() => _collected++, _clock);

    [Fact]
    public void Memory_is_collected_two_seconds_after_a_turn()
    {
        _trim.Turned();
        _clock.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(0, _collected);
        _clock.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(1, _collected);
        _clock.Advance(TimeSpan.FromHours(1));
        Assert.Equal(1, _collected);
    }

    [Fact]
    public void Turns_without_rest_are_collected_after_every_two_seconds()
    {
        for (var tenth = 0; tenth < 60; tenth++)
        {
            _trim.Turned();
            _clock.Advance(TimeSpan.FromMilliseconds(100));
        }
        Assert.Equal(3, _collected);
    }

    public void Dispose() => _trim.Dispose();
}
