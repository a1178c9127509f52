using IwTune.Server.Features.Bundles;

namespace IwTune.Server.Features.CheckIns;

/// <summary>
/// Wakes held check-ins: after a publication only those whose requirement changed, and all whose time is over. A check-in that stays held
/// costs one comparison.
/// </summary>
internal sealed class CheckInWaker(
    HeldCheckIns room,
    Requirements requirements,
    BundleSigner signer,
    TimeProvider clock,
    IHostApplicationLifetime lifetime
) : BackgroundService
{
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(250);

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        // At once, not when this service's turn to stop comes: the server waits for open calls first.
        using var stopping = lifetime.ApplicationStopping.Register(() => Let(room.All()));
        using var timer = new PeriodicTimer(Tick, clock);
        var tick = timer.WaitForNextTickAsync(stoppingToken).AsTask();
        while (!stoppingToken.IsCancellationRequested)
        {
            // Taken before the round, so that no change falls between.
            var changed = requirements.Changed;
            var set = requirements.Current;
            foreach (var waiter in room.All())
                if (waiter.MustGo || CheckIn.Lacks(waiter.Host, waiter.Said, set, signer, clock.GetUtcNow()))
                    room.Call(waiter);
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

    private static void Let(IReadOnlyList<Waiter> go)
    {
        foreach (var waiter in go)
            waiter.TrySetResult();
    }
}
