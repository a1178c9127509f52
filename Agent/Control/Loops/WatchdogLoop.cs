using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Control.Loops;

/// <summary>Reports to the supervisor that turns still end.</summary>
internal sealed class WatchdogLoop(ISupervisor supervisor, Enforcement enforcement, TimeProvider clock) : IDaemonLoop
{
    public async Task RunAsync(CancellationToken ct)
    {
        while (true)
        {
            await Task.Delay(supervisor.WatchdogPeriod ?? Timeout.InfiniteTimeSpan, clock, ct);
            await enforcement.PulseAsync(ct);
            supervisor.Watchdog();
        }
    }
}
