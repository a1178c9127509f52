using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.Ownership.Networkd;

/// <summary>A link that systemd-networkd manages.</summary>
/// <param name="File">
/// The <c>.network</c> file that configures it, as a full path; <see langword="null"/> when networkd does not name it.
/// </param>
/// <param name="Routes">Its routes and what they were made from; <see langword="null"/> when there is no bus.</param>
internal sealed record NetworkdLink(string? File, IReadOnlyList<NetworkdRoute>? Routes)
{
    /// <summary>What networkd made a route from, by its own statement.</summary>
    /// <returns>
    /// False when networkd does not say; then the protocol number decides. True with <see langword="null"/> when another program made the
    /// route.
    /// </returns>
    public bool TryGetSource(RouteMessage route, out RouteSource? source)
    {
        foreach (var known in Routes ?? [])
        {
            if (!known.Is(route))
                continue;
            source = known.Source;
            return true;
        }
        source = null;
        return false;
    }
}
