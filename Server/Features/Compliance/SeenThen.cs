using System.Runtime.CompilerServices;
using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Features.Compliance;

internal static class SeenThen
{
    /// <summary>
    /// Of past hosts, those that the caller may see: by their past identity, and by their present one if they are members still.
    /// </summary>
    /// <param name="hosts">As of an instant.</param>
    /// <param name="seen">The caller's.</param>
    /// <param name="now">The instant is now.</param>
    /// <param name="ct">Ends it.</param>
    public static async IAsyncEnumerable<HostThen> SeenBy(
        this IAsyncEnumerable<HostThen> hosts,
        SeenHosts seen,
        bool now = false,
        [EnumeratorCancellation] CancellationToken ct = default
    )
    {
        await foreach (var host in hosts.WithCancellation(ct))
        {
            var present = host.RetiredAt is null && (now || !seen.Scope.IsFleet) ? seen.Find(host.Id) : null;
            if (now && present is not null)
                host.IsNow(present.Identity);
            if (seen.Scope.IsFleet || ((host.RetiredAt is not null || present is not null) && seen.Scope.Covers(host.Host)))
                yield return host;
        }
    }
}
