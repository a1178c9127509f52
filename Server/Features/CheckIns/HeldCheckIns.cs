namespace IwTune.Server.Features.CheckIns;

/// <summary>
/// Check-ins that are held open, by the step in which their time is over: one timer for all of them, and no list to search.
/// A hundred thousand cost a small object each.
/// </summary>
internal sealed class HeldCheckIns
{
    /// <summary>Check-ins that end within it end together. Of 100,000, as many as a processor answers in 30 ms.</summary>
    public static readonly TimeSpan Step = TimeSpan.FromMilliseconds(50);

    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(512);

    private readonly TimeProvider _clock;
    private readonly long _step;

    // More steps than any wait has, so that no list holds two.
    private readonly Waiter?[] _lists = new Waiter?[(int)(Longest / Step)];
    private readonly Lock _gate = new();
    private long _checked;
    private int _count,
        _called;
    private volatile bool _inRound;

    public HeldCheckIns(TimeProvider clock)
    {
        (_clock, _step) = (clock, (long)(Step.TotalSeconds * clock.TimestampFrequency));
        _checked = clock.GetTimestamp() / _step;
    }

    public int Count => Volatile.Read(ref _count);

    /// <summary>How many were called and have not left yet.</summary>
    public int Called => Volatile.Read(ref _called);

    /// <summary>True while more are being called; set by <see cref="CheckInWaker"/>.</summary>
    public bool InRound
    {
        get => _inRound;
        set => _inRound = value;
    }

    public void Enter(Waiter waiter)
    {
        lock (_gate)
        {
            waiter.List = (int)((waiter.Until / _step + 1) % _lists.Length);
            waiter.Behind = _lists[waiter.List];
            if (waiter.Behind is { } next)
                next.Before = waiter;
            _lists[waiter.List] = waiter;
            _count++;
        }
    }

    /// <summary>There is something for one. Once more does nothing.</summary>
    public void Call(Waiter waiter)
    {
        lock (_gate)
        {
            if (waiter.List < 0 || !waiter.TrySetResult())
                return;
            waiter.IsCalled = true;
            _called++;
        }
    }

    /// <summary>Once more does nothing.</summary>
    public void Leave(Waiter waiter)
    {
        lock (_gate)
        {
            if (waiter.List < 0)
                return;
            if (waiter.IsCalled)
                _called--;
            if (waiter.Before is { } before)
                before.Behind = waiter.Behind;
            else
                _lists[waiter.List] = waiter.Behind;
            if (waiter.Behind is { } behind)
                behind.Before = waiter.Before;
            (waiter.List, waiter.Before, waiter.Behind) = (-1, null, null);
            _count--;
        }
    }

    /// <summary>All waiters.</summary>
    public IReadOnlyList<Waiter> All()
    {
        lock (_gate)
        {
            var all = new List<Waiter>(_count);
            foreach (var first in _lists)
                for (var waiter = first; waiter is not null; waiter = waiter.Behind)
                    all.Add(waiter);
            return all;
        }
    }

    /// <summary>All waiters whose time has run out since the last call.</summary>
    public IReadOnlyList<Waiter> Over()
    {
        var over = new List<Waiter>();
        lock (_gate)
        {
            var now = _clock.GetTimestamp() / _step;
            for (var step = Math.Max(_checked + 1, now - _lists.Length + 1); step <= now; step++)
            for (var waiter = _lists[step % _lists.Length]; waiter is not null; waiter = waiter.Behind)
                over.Add(waiter);
            _checked = now;
        }
        return over;
    }
}
