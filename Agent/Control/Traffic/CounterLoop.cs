using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Control.Loops;

namespace IwTune.Agent.Control.Traffic;

/// <summary>Reports the host's own TCP counters.</summary>
internal sealed class CounterLoop(TrafficSight sight, HostControl control, TimeProvider clock) : IDaemonLoop
{
    /// <summary>Counters of the whole host say little; once an hour is enough.</summary>
    private static readonly TimeSpan Every = TimeSpan.FromHours(1);

    public async Task RunAsync(CancellationToken ct)
    {
        while (true)
        {
            if (sight.Count() is { } counted)
                await control.MeasuredAsync([counted], control.WantedDigest, ct);
            await Task.Delay(Every, clock, ct);
        }
    }
}
