using System.Runtime.CompilerServices;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine;

/// <summary>Tells when the host has changed and come to rest: DHCP and NetworkManager delete and add a route in a burst, and half of it is not drift.</summary>
public sealed class DriftWatcher(ITuner tuner, TimeProvider time)
{
    /// <summary>How long it must be quiet.</summary>
    public static TimeSpan Quiet { get; } = TimeSpan.FromMilliseconds(300);

    /// <summary>How long a host that never comes to rest is waited for.</summary>
    public static TimeSpan Longest { get; } = TimeSpan.FromSeconds(5);

    /// <summary>The last change of every burst, until cancelled.</summary>
    public async IAsyncEnumerable<HostChanged> WatchAsync([EnumeratorCancellation] CancellationToken ct)
    {
        await using var changes = tuner.WatchAsync(ct).GetAsyncEnumerator(ct);
        var next = changes.MoveNextAsync().AsTask();
        while (await next)
        {
            var last = changes.Current;
            var start = time.GetTimestamp();
            next = changes.MoveNextAsync().AsTask();
            while (time.GetElapsedTime(start) < Longest && await ComesWithinAsync(next, ct) && await next)
            {
                last = changes.Current;
                next = changes.MoveNextAsync().AsTask();
            }
            yield return last;
        }
    }

    private async ValueTask<bool> ComesWithinAsync(Task<bool> next, CancellationToken ct)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(ct);
        var rest = Task.Delay(Quiet, time, stop.Token);
        var first = await Task.WhenAny(next, rest);
        await stop.CancelAsync();
        return first == next;
    }
}
