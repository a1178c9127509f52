using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Engine;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Control.Loops;

/// <summary>Reconciles when the host changes.</summary>
internal sealed class DriftLoop(ITuner tuner, Enforcement enforcement, TimeProvider clock, AgentLog log) : IDaemonLoop
{
    public async Task RunAsync(CancellationToken ct)
    {
        while (true)
        {
            try
            {
                await foreach (var _ in new DriftWatcher(tuner, clock).WatchAsync(ct))
                    await enforcement.ReconcileAsync(ct);
            }
            catch (TunerUnavailableException e)
            {
                log.Warn(
                    $"Changes of the host cannot be watched: {e.Message} Watching again soon; "
                        + $"until then the host is read every {SafetyNetLoop.Every.TotalMinutes:0} minutes."
                );
            }
            await Task.Delay(SafetyNetLoop.AgainAfterTrouble, clock, ct);
            await enforcement.ReconcileAsync(ct);
        }
    }
}
