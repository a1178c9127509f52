using IwTune.Agent.Control.Enforcing;

namespace IwTune.Agent.Control.Loops;

/// <summary>Keeps shadow routes equal to the routes of their owners, after every turn and before they expire.</summary>
internal sealed class OwnerLoop(Enforcement enforcement, TimeProvider clock) : IDaemonLoop
{
    public async Task RunAsync(CancellationToken ct)
    {
        while (true)
        {
            if (await enforcement.FollowOwnersAsync(ct) is { } again)
                await enforcement.Turned.WaitAsync(again, clock, ct);
            else
                await enforcement.Turned.WaitAsync(ct);
        }
    }
}
