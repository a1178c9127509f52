using System.Runtime.CompilerServices;
using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Features.Compliance;

internal static class SeenThen
{
    /// <summary>
    /// Of past hosts, those that the caller may see: by their past identity, and by their present one if they are members still.
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
