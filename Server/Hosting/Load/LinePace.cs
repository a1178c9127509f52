namespace IwTune.Server.Hosting.Load;

/// <summary>Lines of the log that a stranger can cause: so many a minute, and a count of those that were left out.</summary>
internal sealed class LinePace(TimeProvider clock, int most)
{
    private static readonly TimeSpan Window = TimeSpan.FromMinutes(1);
    private readonly Lock _gate = new();
    private long _since = clock.GetTimestamp();
    private int _written,
        _left;

    /// <summary>Asks for one line.</summary>
    /// <returns>
    /// <see langword="null"/> when it must be left out; else how many were left out before it since the last one that was written.
    /// </returns>
    public int? Take()
    {
        lock (_gate)
        {
            if (clock.GetElapsedTime(_since) >= Window)
                (_since, _written) = (clock.GetTimestamp(), 0);
            if (_written == most)
            {
                _left++;
                return null;
            }
            _written++;
            (var left, _left) = (_left, 0);
            return left;
        }
    }
}
