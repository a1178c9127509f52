using IwTune.Agent.Control.Answers;

namespace IwTune.Agent.Tests.Control.Answers;

public sealed class DaemonAgeTests
{
    private readonly TestClock _clock = new();

    [Theory]
    [InlineData(1)]
    [InlineData(-1)]
    public void A_clock_that_is_set_leaves_the_age_right(int days)
    {
        var age = new DaemonAge(_clock);
        _clock.Advance(TimeSpan.FromMinutes(3));
        _clock.Jump(TimeSpan.FromDays(days));
        _clock.Advance(TimeSpan.FromMinutes(2));
        Assert.Equal(TimeSpan.FromMinutes(5), _clock.GetUtcNow() - age.Since);
    }

    [Fact]
    public void A_clock_that_is_corrected_by_less_than_a_second_leaves_the_start_where_it_was()
    {
        var age = new DaemonAge(_clock);
        var since = age.Since;
        _clock.Jump(TimeSpan.FromMilliseconds(300));
        Assert.Equal(since, age.Since);
    }
}
