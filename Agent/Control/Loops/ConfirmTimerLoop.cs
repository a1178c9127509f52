using IwTune.Agent.Control.Enforcing;

namespace IwTune.Agent.Control.Loops;

/// <summary>Waits for the end of the dead-man timer, whenever it is armed.</summary>
internal sealed class ConfirmTimerLoop(Enforcement enforcement, TimeProvider clock) : IDaemonLoop
{
    public async Task RunAsync(CancellationToken ct)
    {
        while (true)
        {
            if (enforcement.Left is not { } left)
                await enforcement.TimerMoved.WaitAsync(ct);
            else if (left > TimeSpan.Zero)
                await enforcement.TimerMoved.WaitAsync(left, clock, ct);
            else
                await EndAsync(ct);
        }
    }

    private async Task EndAsync(CancellationToken ct)
    {
        await enforcement.TimeOverAsync(ct);
        if (enforcement.Left == TimeSpan.Zero)
            await Task.Delay(SafetyNetLoop.AgainAfterTrouble, clock, ct);
    }
}
