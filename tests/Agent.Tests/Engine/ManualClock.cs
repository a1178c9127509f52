namespace IwTune.Agent.Tests.Engine;

/// <summary>A clock that stands still until a test moves it; timers fire on the move.</summary>
internal sealed class ManualClock : TimeProvider
{
    private readonly List<Alarm> _alarms = [];
    private DateTimeOffset _now = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override DateTimeOffset GetUtcNow()
    {
        lock (_alarms)
            return _now;
    }

    public override long GetTimestamp() => GetUtcNow().Ticks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var alarm = new Alarm(this, () => callback(state));
        alarm.Change(dueTime, period);
        return alarm;
    }

    /// <summary>How many wait for it.</summary>
    public int Waiting
    {
        get
        {
            lock (_alarms)
                return _alarms.Count;
        }
    }

    public void Advance(TimeSpan by)
    {
        lock (_alarms)
            _now += by;
        foreach (var alarm in AlarmsDue())
            alarm.Ring();
    }

    private List<Alarm> AlarmsDue()
    {
        lock (_alarms)
        {
            var due = _alarms.FindAll(alarm => alarm.Due <= _now);
            _alarms.RemoveAll(alarm => due.Contains(alarm) && !alarm.Again(_now));
            return due;
        }
    }

    private sealed class Alarm(ManualClock clock, Action ring) : ITimer
    {
        private TimeSpan _period = Timeout.InfiniteTimeSpan;

        public DateTimeOffset Due { get; private set; }

        public void Ring() => ring();

        /// <summary>A periodic alarm rings once a move, however far, and then a period later.</summary>
        public bool Again(DateTimeOffset now)
        {
            Due = now + _period;
            return _period > TimeSpan.Zero;
        }

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (clock._alarms)
            {
                clock._alarms.Remove(this);
                _period = period;
                if (dueTime == Timeout.InfiniteTimeSpan)
                    return true;
                Due = clock._now + dueTime;
                clock._alarms.Add(this);
            }
            return true;
        }

        public void Dispose() => Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
