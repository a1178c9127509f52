using System.Runtime.CompilerServices;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine;

/// <summary>
/// Reports when the host has changed and come to rest. DHCP clients and network managers delete and add a route in a burst, and half a
/// burst is not drift. This is the only debounce: the agent acts 200 to 500 ms after a change, so that repairs come within a second.
/// </summary>
public sealed class DriftWatcher(ITuner tuner, TimeProvider time)
{
    /// <summary>How long it must be quiet.</summary>
    public static TimeSpan Quiet { get; } = TimeSpan.FromMilliseconds(200);

    /// <summary>The longest wait for a host that does not come to rest.</summary>
    public static TimeSpan Longest { get; } = TimeSpan.FromMilliseconds(500);

    /// <summary>One change for every burst, until cancelled.</summary>
    public async IAsyncEnumerable<HostChanged> WatchAsync([EnumeratorCancellation] CancellationToken ct)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(ct);
        await using var changes = tuner.WatchAsync(stop.Token).GetAsyncEnumerator(stop.Token);
        var next = changes.MoveNextAsync().AsTask();
        try
        {
            while (await next)
            {
                var burst = new Burst(changes.Current);
                var start = time.GetTimestamp();
                next = changes.MoveNextAsync().AsTask();
                while (await ComesWithinAsync(next, Shortest(Quiet, Longest - time.GetElapsedTime(start)), ct) && await next)
                {
                    burst.Add(changes.Current);
                    next = changes.MoveNextAsync().AsTask();
                }
                yield return burst.Told;
            }
        }
        finally
        {
            // The read ahead must end before the enumerator may be disposed.
            await stop.CancelAsync();
            await next.ContinueWith(_ => { }, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        }
    }

    private async ValueTask<bool> ComesWithinAsync(Task<bool> next, TimeSpan rest, CancellationToken ct)
    {
        if (rest <= TimeSpan.Zero)
            return false;
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(ct);
        var first = await Task.WhenAny(next, Task.Delay(rest, time, stop.Token));
        await stop.CancelAsync();
        return first == next;
    }

    private static TimeSpan Shortest(TimeSpan a, TimeSpan b) => a < b ? a : b;
}
