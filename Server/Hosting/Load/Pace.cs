namespace IwTune.Server.Hosting.Load;

/// <summary>How many calls a second were served recently. Not safe for several threads.</summary>
/// <param name="clock">Measures.</param>
/// <param name="running">Concurrent calls: before the first measurement, each is assumed to take a tenth of a second.</param>
internal sealed class Pace(TimeProvider clock, int running)
{
    private const double Newest = 0.5;
    private long _since = clock.GetTimestamp();
    private int _done;

    /// <summary>At least one.</summary>
    public double PerSecond { get; private set; } = Math.Max(1, running * 10.0);

    public void Done()
    {
        _done++;
        var elapsed = clock.GetElapsedTime(_since).TotalSeconds;
        if (elapsed < 1)
            return;
        PerSecond = Math.Max(1, (1 - Newest) * PerSecond + Newest * _done / elapsed);
        (_since, _done) = (clock.GetTimestamp(), 0);
    }
}
