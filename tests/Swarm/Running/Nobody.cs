using IwTune.Agent.Local;
using IwTune.Agent.Ports;

namespace IwTune.Swarm.Running;

/// <summary>The socket of a daemon without local callers: the swarm calls it directly.</summary>
internal sealed class NobodyAsks : ILocalEndpoint
{
    public async ValueTask<LocalGuest> AcceptAsync(CancellationToken ct)
    {
        await Task.Delay(Timeout.InfiniteTimeSpan, ct);
        throw new InvalidOperationException("Nobody comes.");
    }

    public void Dispose() { }
}

/// <summary>The daemon has no supervisor.</summary>
internal sealed class NobodyWatches : ISupervisor
{
    public TimeSpan? WatchdogPeriod => null;

    public void Ready(string status) { }

    public void Watchdog() { }

    public void Stopping() { }
}
