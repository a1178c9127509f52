namespace IwTune.Agent.Windows.Templates;

/// <summary>
/// A value whose reading starts a program. It is read again when it is old, or when something suggests that it has changed.
/// </summary>
/// <param name="read">Reads it.</param>
/// <param name="span">How long it is remembered.</param>
/// <param name="clock">Times that.</param>
internal sealed class Remembered<T>(Func<CancellationToken, ValueTask<T>> read, TimeSpan span, TimeProvider clock)
{
    private sealed record Reading(T Value, DateTimeOffset At);

    // One reference, because facts, probes and the doctor ask at the same time: a value is complete or not there.
    private volatile Reading? _last;
    private int _forgotten;

    /// <summary>The value, read anew if need be.</summary>
    public async ValueTask<T> ReadAsync(CancellationToken ct)
    {
        var (at, forgotten) = (clock.GetUtcNow(), Volatile.Read(ref _forgotten));
        if (_last is { } last && at - last.At < span)
            return last.Value;
        var value = await read(ct);
        // What was written during the reading may not be in it.
        if (forgotten == Volatile.Read(ref _forgotten))
            _last = new(value, at);
        return value;
    }

    /// <summary>Another reading has found the value.</summary>
    public void Keep(T value) => _last = new(value, clock.GetUtcNow());

    /// <summary>The next reading is a real one.</summary>
    public void Forget()
    {
        Interlocked.Increment(ref _forgotten);
        _last = null;
    }
}
