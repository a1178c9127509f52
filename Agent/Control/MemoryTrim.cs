namespace IwTune.Agent.Control;

/// <summary>
/// Gives back to the system what turns took: until the next, minutes or a month away, the daemon needs little. On a host whose routes
/// change all the time a collection after every turn would cost more than the turns.
/// </summary>
internal sealed class MemoryTrim : IDisposable
{
    private static readonly TimeSpan After = TimeSpan.FromSeconds(2);

    private readonly ITimer _timer;
    private int _due;

    /// <param name="collect">Collects.</param>
    /// <param name="clock">Times it.</param>
    public MemoryTrim(Action collect, TimeProvider clock) =>
        _timer = clock.CreateTimer(
            _ =>
            {
                Volatile.Write(ref _due, 0);
                collect();
            },
            null,
            Timeout.InfiniteTimeSpan,
            Timeout.InfiniteTimeSpan
        );

    /// <summary>A turn ended: collects once, two seconds after the first of the turns since the last collection.</summary>
    public void Turned()
    {
        if (Interlocked.Exchange(ref _due, 1) == 0)
            _timer.Change(After, Timeout.InfiniteTimeSpan);
    }

    public void Dispose() => _timer.Dispose();
}
