using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>
/// When to call again after a failure. Pauses double and end in the host's own slot of the period, so that the whole fleet calls at once
/// neither when a server returns nor one period later.
/// </summary>
/// <param name="schedule">Period and slot, from the server.</param>
/// <param name="clock">Slots are places in wall-clock time.</param>
/// <param name="random">Uniform in [0, 1).</param>
public sealed class BackOff(Schedule schedule, TimeProvider clock, Func<double> random)
{
    /// <summary>A call that just failed in the host's slot is not repeated in the rest of it.</summary>
    private static readonly TimeSpan Slot = TimeSpan.FromSeconds(1);

    private int _failures;
    private int _urgentFailures;

    /// <summary>The last call worked.</summary>
    public void Reset() => _failures = _urgentFailures = 0;

    /// <summary>How long to pause after a failure.</summary>
    /// <param name="retryAfter">What the server asked for; the pause is never shorter.</param>
    public TimeSpan Next(TimeSpan? retryAfter = null)
    {
        _urgentFailures = 0;
        _failures = Math.Min(_failures + 1, 16);
        var period = TimeSpan.FromSeconds(Math.Max(1, schedule.IntervalSeconds));
        var periods = Math.Min(1 << (_failures - 1), Math.Max(1, (int)(Schedule.LongestBackOff / period)));
        var pause = UntilSlot(period, _failures > 1 ? Slot : TimeSpan.Zero) + ((int)(random() * periods) * period);
        return retryAfter is { } asked && asked > pause ? UntilSlot(period, asked) : pause;
    }

    /// <summary>
    /// A pause of seconds, for the time in which a dead-man timer runs and every contact counts. Counted separately: a dozen quick failures
    /// must not delay the host by a quarter of an hour once the timer has run out.
    /// </summary>
    public TimeSpan Urgent()
    {
        _urgentFailures = Math.Min(_urgentFailures + 1, 16);
        return TimeSpan.FromSeconds((0.5 + random()) * Math.Min(1 << (_urgentFailures - 1), 8));
    }

    /// <summary>What the server asked for, spread a little, where asking again is no failure.</summary>
    public TimeSpan Obeyed(TimeSpan asked)
    {
        Reset();
        return asked * (1 + (random() / 4));
    }

    /// <summary>The host's first slot that is no sooner than asked.</summary>
    private TimeSpan UntilSlot(TimeSpan period, TimeSpan least)
    {
        // The fraction of a second keeps hosts that share a slot apart.
        var slot = TimeSpan.FromSeconds(schedule.SlotSeconds % period.TotalSeconds + random());
        var place = TimeSpan.FromTicks((clock.GetUtcNow() + least).Ticks % period.Ticks);
        return least + (place <= slot ? slot - place : period - place + slot);
    }
}
