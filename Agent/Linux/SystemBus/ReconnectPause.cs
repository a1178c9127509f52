namespace IwTune.Agent.Linux.SystemBus;

/// <summary>How long a watch waits before it tries the bus again: longer each time, so that a host without one costs nothing.</summary>
internal sealed class ReconnectPause(TimeProvider time)
{
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(30);

    private TimeSpan _next = Shortest;

    /// <summary>The bus was there.</summary>
    public void Reset() => _next = Shortest;

    /// <summary>Waits.</summary>
    public async Task WaitAsync(CancellationToken ct)
    {
        await Task.Delay(_next, time, ct);
        _next = _next * 2 < Longest ? _next * 2 : Longest;
    }
}
