namespace IwTune.Agent.Control.Answers;

/// <summary>
/// When the daemon started, by the clock as it is now: a clock that is set meanwhile, as at boot, moves the time and leaves the age right.
/// Time in which the host was suspended does not count.
/// </summary>
/// <param name="clock">Dates, and counts the time that passes.</param>
internal sealed class DaemonAge(TimeProvider clock)
{
    /// <summary>Two readings of one clock differ by less, so that the time of a clock that is never set stays the same.</summary>
    private static readonly TimeSpan Set = TimeSpan.FromSeconds(1);

    private readonly long _started = clock.GetTimestamp();
    private long _since = clock.GetUtcNow().UtcTicks;

    public DateTimeOffset Since
    {
        get
        {
            var since = (clock.GetUtcNow() - clock.GetElapsedTime(_started)).UtcTicks;
            if (Math.Abs(since - Interlocked.Read(ref _since)) > Set.Ticks)
                Interlocked.Exchange(ref _since, since);
            return new DateTimeOffset(Interlocked.Read(ref _since), TimeSpan.Zero);
        }
    }
}
