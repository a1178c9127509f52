using System.Runtime.CompilerServices;
using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Features.Compliance;

internal static class SeenThen
{
    /// <summary>
    /// Of hosts as they were, those that whoever asks may see: by what they were then, and by what they are now if they are members still.
    /// </summary>
    public static async IAsyncEnumerable<HostThen> SeenBy(
        this IAsyncEnumerable<HostThen> hosts,
        SeenHosts seen,
        [EnumeratorCancellation] CancellationToken ct = default
    )
    {
        await foreach (var host in hosts.WithCancellation(ct))
            if (seen.Scope.IsFleet || (seen.Scope.Covers(host.Kept.Host) && (host.RetiredAt is not null || seen.Find(host.Id) is not null)))
                yield return host;
    }
}
