using IwTune.Agent.Control;

namespace IwTune.Agent.Tests.Control;

public sealed class MemoryTrimTests : IDisposable
{
    private readonly TestClock _clock = new();
    private readonly MemoryTrim _trim;
    private long _heap = 5_000_000;
    private int _collected;
    private int _givenBack;

    public MemoryTrimTests()
    {
        _trim = new MemoryTrim(new(() => _heap, () => Free(ref _collected), () => Free(ref _givenBack)), _clock);
        _trim.Turned();
        _clock.Advance(TimeSpan.FromMinutes(1));
        (_collected, _givenBack) = (0, 0);
    }

    [Fact]
    public void Memory_is_given_back_two_seconds_after_the_last_turn()
    {
        Turn(megabytes: 0);
        _clock.Advance(TimeSpan.FromSeconds(1));
        Turn(megabytes: 0);
        _clock.Advance(TimeSpan.FromSeconds(1.9));
        Assert.Equal((0, 0), (_collected, _givenBack));
        _clock.Advance(TimeSpan.FromHours(1));
        Assert.Equal((0, 1), (_collected, _givenBack));
    }

    [Fact]
    public void Turns_without_rest_are_collected_when_there_is_enough_garbage()
    {
        for (var turn = 0; turn < 9; turn++)
        {
            Turn(megabytes: 1);
            _clock.Advance(TimeSpan.FromSeconds(1));
        }
        Assert.Equal((4, 0), (_collected, _givenBack));
        for (var turn = 0; turn < 20; turn++)
        {
            Turn(megabytes: 0);
            _clock.Advance(TimeSpan.FromSeconds(1));
        }
        Assert.InRange(_givenBack, 2, 3);
    }

    public void Dispose() => _trim.Dispose();

    private void Turn(int megabytes)
    {
        _heap += 1_000_000 * megabytes;
        _trim.Turned();
    }

    private void Free(ref int times)
    {
        times++;
        _heap = 4_000_000;
    }
}
