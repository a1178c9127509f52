namespace IwTune.Agent.Windows.Templates;

/// <summary>
/// A value whose reading starts a program. It is read again when it is old, or when something suggests that it has changed.
/// </summary>
/// <param name="read">Reads it.</param>
/// <param name="span">How long it is remembered.</param>
/// <param name="clock">Times that.</param>
internal sealed class Remembered<T>(Func<CancellationToken, ValueTask<T>> read, TimeSpan span, TimeProvider clock)
{
    private T? _value;
    private DateTimeOffset? _readAt;

    /// <summary>The value, read anew if need be.</summary>
    public async ValueTask<T> ReadAsync(CancellationToken ct)
    {
        if (_readAt is { } at && clock.GetUtcNow() - at < span)
            return _value!;
        // Before the reading: what changes during it is found by the next one.
        _readAt = clock.GetUtcNow();
        try
        {
            return _value = await read(ct);
        }
        catch
        {
            _readAt = null;
            throw;
        }
    }

    /// <summary>The next reading is a real one.</summary>
    public void Forget() => _readAt = null;
}
