using IwTune.Agent.Ports;

namespace IwTune.Agent.Tests.Control;

/// <summary>Records when a daemon is ready: its first turn is over.</summary>
internal sealed class ReadySupervisor : ISupervisor
{
    private readonly TaskCompletionSource _ready = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Task IsReady => _ready.Task;

    public TimeSpan? WatchdogPeriod => null;

    public void Ready(string status) => _ready.TrySetResult();

    public void Watchdog() { }

    public void Stopping() { }
}
