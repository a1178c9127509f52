using IwTune.Agent.Control.Enforcing;

namespace IwTune.Agent.Control.Loops;

/// <summary>Looks for a hold that came as a file, or ended by its own time.</summary>
internal sealed class HoldLoop(StandingDesk standing, TimeProvider clock) : IDaemonLoop
{
    private static readonly TimeSpan Every = TimeSpan.FromSeconds(5);

    public async Task RunAsync(CancellationToken ct)
    {
        while (true)
        {
            await Task.Delay(Every, clock, ct);
            await standing.LookAsync(ct);
        }
    }
}
