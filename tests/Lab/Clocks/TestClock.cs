using IwTune.Lab;
using Microsoft.Extensions.Time.Testing;

namespace IwTune.Testing;

/// <summary>The clock of tests. It stands still until a test moves it; timers fire on the move.</summary>
internal sealed class TestClock : FakeTimeProvider
{
    private static readonly DateTimeOffset Noon = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(5);
    private long jumped;
    private int timers;

    public TestClock()
        : this(Noon) { }

    public TestClock(DateTimeOffset start)
        : base(start) { }

    /// <summary>The number of timers that were made: each new wait makes one.</summary>
    public int TimersMade => timers;

    /// <summary>Called whenever the time of day is read.</summary>
    public Action Asked { get; set; } = () => { };

    /// <summary>A clock that begins now and follows the real time, until it is disposed of as a timer.</summary>
    public static (TestClock Clock, IDisposable Run) Running()
    {
        var (clock, last) = (new TestClock(System.GetUtcNow()), System.GetTimestamp());
        var gate = new Lock();
        // One step at a time: a slow callback delays the others, as a busy machine does.
        var run = new Timer(
            _ =>
            {
                if (!gate.TryEnter())
                    return;
                try
                {
                    var now = System.GetTimestamp();
                    clock.Advance(System.GetElapsedTime(last, now));
                    last = now;
                }
                finally
                {
                    gate.Exit();
                }
            },
            null,
            Step,
            Step
        );
        return (clock, run);
    }

    /// <summary>Lets time pass in steps, with a moment of real time between them for waiting code, until a condition holds.</summary>
    /// <exception cref="LabException">The condition never holds.</exception>
    public Task PassUntilAsync(TimeSpan step, Func<bool> holds, Func<string> otherwise) =>
        PassUntilAsync(step, () => Task.FromResult(holds()), otherwise);

    /// <inheritdoc cref="PassUntilAsync(TimeSpan, Func{bool}, Func{string})"/>
    public Task PassUntilAsync(TimeSpan step, Func<Task<bool>> holds, Func<string> otherwise) =>
        Until.TrueAsync(
            () =>
            {
                Advance(step);
                return holds();
            },
            otherwise,
            pause: TimeSpan.FromMilliseconds(2)
        );

    /// <summary>Sets the time of day as an administrator does: timers and durations are not affected.</summary>
    public void Jump(TimeSpan by)
    {
        AdjustTime(base.GetUtcNow() + by);
        Interlocked.Add(ref jumped, by.Ticks);
    }

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var made = base.CreateTimer(callback, state, dueTime, period);
        Interlocked.Increment(ref timers);
        return made;
    }

    public override DateTimeOffset GetUtcNow()
    {
        Asked();
        return base.GetUtcNow();
    }

    public override long GetTimestamp() => base.GetTimestamp() - Interlocked.Read(ref jumped);
}
