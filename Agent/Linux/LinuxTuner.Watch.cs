using System.Runtime.CompilerServices;
using IwTune.Agent.Linux.Watching;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux;

public sealed partial class LinuxTuner
{
    /// <summary>DHCP clients and network managers write in bursts: delete, add, add.</summary>
    private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(250);

    /// <inheritdoc/>
    public async IAsyncEnumerable<HostChanged> WatchAsync([EnumeratorCancellation] CancellationToken ct)
    {
        using var notifications = await ListenAsync(ct);
        while (true)
        {
            var first = await notifications.NextAsync(ct);
            await Task.Delay(Quiet, clock, ct);
            yield return notifications.Collect(first);
        }
    }

    private ValueTask<RouteNotifications> ListenAsync(CancellationToken ct) => AloneAsync(
        "listening for route changes",
        own => ValueTask.FromResult(new RouteNotifications(() => _netlink?.Port ?? own.Port)),
        ct);
}
