using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Control.Traffic;

namespace IwTune.Agent.Control.Loops;

/// <summary>Makes the host's own decisions when they are due.</summary>
internal sealed class DecisionLoop(DecisionDesk deciding, TrafficSight sight, TimeProvider clock) : IDaemonLoop
{
    private static readonly TimeSpan Every = TimeSpan.FromSeconds(5);

    public async Task RunAsync(CancellationToken ct)
    {
        while (true)
        {
            await Task.Delay(Every, clock, ct);
            if (deciding.Any)
                await deciding.DecideAsync(sight.Now, ct);
        }
    }
}
