using IwTune.Runner.Times;
using Microsoft.Extensions.Time.Testing;

namespace IwTune.Shared.Tests.Runner;

public sealed class StopwatchesTests
{
    private readonly FakeTimeProvider _time = new();
    private TimeSpan _used;

    [Fact]
    public void Work_is_divided_by_how_long_each_test_ran_and_nothing_is_lost()
    {
        var stopwatches = new Stopwatches(_time, () => _used);
        var first = stopwatches.Begin("agent", "first");
        Pass(seconds: 1, used: 0);
        var second = stopwatches.Begin("agent", "second");
        Pass(seconds: 2, used: 0);
        stopwatches.End(second);
        Pass(seconds: 1, used: 6);
        stopwatches.Look();
        Assert.Equal((4.0, 2.0), (first.Processor.TotalSeconds, second.Processor.TotalSeconds));

        Pass(seconds: 1, used: 1);
        stopwatches.End(first);
        stopwatches.Look();
        Assert.Equal((5.0, 2.0), (first.Processor.TotalSeconds, second.Processor.TotalSeconds));
        Assert.Equal((5.0, 2.0), (first.Wall.TotalSeconds, second.Wall.TotalSeconds));
    }

    [Fact]
    public void What_is_used_while_no_test_runs_belongs_to_none()
    {
        var stopwatches = new Stopwatches(_time, () => _used);
        Pass(seconds: 1, used: 3);
        stopwatches.Look();
        var test = stopwatches.Begin("agent", "test");
        Pass(seconds: 1, used: 1);
        stopwatches.Look();
        Assert.Equal(1.0, test.Processor.TotalSeconds);
    }

    [Fact]
    public void Processor_time_grows_with_work_and_never_shrinks()
    {
        var processor = new ProcessorTime();
        var (before, number) = (processor.Used, 1.0);
        while (processor.Used < before + TimeSpan.FromMilliseconds(50))
            for (var i = 0; i < 100_000; i++)
                number = Math.Sqrt(number + i);
        Assert.True(number > 0 && processor.Used > before);
    }

    private void Pass(double seconds, double used)
    {
        _time.Advance(TimeSpan.FromSeconds(seconds));
        _used += TimeSpan.FromSeconds(used);
    }
}
