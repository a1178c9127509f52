namespace IwTune.Runner.Times;

/// <summary>Times every test of a run. Processor time is read periodically and divided among the tests that ran meanwhile.</summary>
/// <param name="time">The clock.</param>
/// <param name="processor">The processor time used since the run began.</param>
internal sealed class Stopwatches(TimeProvider time, Func<TimeSpan> processor)
{
    private readonly long start = time.GetTimestamp();
    private readonly List<TestTime> all = [];
    private readonly List<TestTime> sinceLook = [];
    private TimeSpan lastLook;
    private TimeSpan lastUsed;

    /// <summary>Of the run.</summary>
    public TimeSpan Elapsed => time.GetElapsedTime(start);

    /// <summary>Every test that was started.</summary>
    public IReadOnlyList<TestTime> All
    {
        get
        {
            lock (all)
                return [.. all];
        }
    }

    public TestTime Begin(string part, string name)
    {
        var begun = new TestTime(part, name, Elapsed);
        lock (all)
        {
            all.Add(begun);
            sinceLook.Add(begun);
        }
        return begun;
    }

    public void End(TestTime test)
    {
        lock (all)
            test.Ended = Elapsed;
    }

    /// <summary>Divides the time used since the last reading.</summary>
    public void Look()
    {
        lock (all)
        {
            var (now, used) = (Elapsed, processor());
            var ran = sinceLook.ToDictionary(test => test, test => ((test.Ended ?? now) - Later(test.Started, lastLook)).TotalSeconds);
            var sum = ran.Values.Sum();
            if (sum > 0)
                foreach (var (test, seconds) in ran)
                    test.Processor += (used - lastUsed) * (seconds / sum);
            (lastLook, lastUsed) = (now, used);
            sinceLook.RemoveAll(test => test.Ended is not null);
        }
    }

    private static TimeSpan Later(TimeSpan one, TimeSpan other) => one > other ? one : other;
}
