using IwTune.Server.Features.Bundles;
using IwTune.Server.Hosting.Load;

namespace IwTune.Server.Features.CheckIns;

/// <summary>
/// Wakes held check-ins: after a publication only those whose requirement changed, and all whose time is over. A check-in that stays held
/// costs one comparison.
/// </summary>
/// <remarks>
/// A publication wakes a few at a time: other calls queue behind those that run, and would wait for a whole fleet otherwise.
/// </remarks>
internal sealed class CheckInWaker(
    HeldCheckIns room,
    Requirements requirements,
    BundleSigner signer,
    Admission admission,
    TimeProvider clock,
    IHostApplicationLifetime lifetime
) : BackgroundService
{
    // Those of one processor take it about twice as long as the pause, so that it has work meanwhile.
    private const int PerProcessor = 100;
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);
    internal static readonly int AtOnce = PerProcessor * Environment.ProcessorCount;

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        // At once, not when this service's turn to stop comes: the server waits for open calls first.
        using var stopping = lifetime.ApplicationStopping.Register(() => Let(room.All()));
        using var timer = new PeriodicTimer(HeldCheckIns.Step, clock);
        var tick = timer.WaitForNextTickAsync(stoppingToken).AsTask();
        while (!stoppingToken.IsCancellationRequested)
        {
            // Taken before the round, so that no change falls between.
            var changed = requirements.Changed;
            await CallAsync(stoppingToken);
            while (!changed.IsCompleted && !stoppingToken.IsCancellationRequested)
            {
                await Task.WhenAny(changed, tick);
                if (!tick.IsCompleted)
                    break;
                tick = timer.WaitForNextTickAsync(stoppingToken).AsTask();
                Let(room.Over());
            }
        }
    }

    /// <summary>One round: each is compared with what is published when its turn comes.</summary>
    private async Task CallAsync(CancellationToken ct)
    {
        room.InRound = true;
        try
        {
            foreach (var waiter in room.All())
            {
                if (!waiter.MustGo && !CheckIn.Lacks(waiter.Host, waiter.Said, requirements.Current, signer, clock.GetUtcNow()))
                    continue;
                while (room.Called + admission.Bundles.Running + admission.Bundles.Queued >= AtOnce && !ct.IsCancellationRequested)
                {
                    await Task.Delay(Pause, clock, ct);
                    Let(room.Over());
                }
                room.Call(waiter);
            }
        }
        finally
        {
            room.InRound = false;
        }
    }

    private static void Let(IReadOnlyList<Waiter> go)
    {
        foreach (var waiter in go)
            waiter.TrySetResult();
    }
}
