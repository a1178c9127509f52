using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.Ownership.Networkd;

/// <summary>What systemd-networkd reports about the links it manages, in one reading.</summary>
/// <param name="links">By interface index.</param>
/// <param name="version">The installed version; read only when there is a link.</param>
/// <param name="dropInDirectory">
/// Where drop-ins go; <see langword="null"/> when the drop-ins there are for the networkd of another namespace.
/// </param>
internal sealed class NetworkdReading(IReadOnlyDictionary<int, NetworkdLink> links, Func<int?> version, string? dropInDirectory)
{
    /// <summary>No networkd manages this namespace.</summary>
    public static NetworkdReading None { get; } = new(new Dictionary<int, NetworkdLink>(), () => null, null);

    /// <summary>Where drop-ins go; <see langword="null"/> when the drop-ins there are for the networkd of another namespace.</summary>
    public string? DropInDirectory { get; } = dropInDirectory;

    /// <summary>Makes networkd read its files again; <see langword="null"/> where that is not possible.</summary>
    public RunningNetworkd? Running { get; init; }

    public bool Manages(int interfaceIndex) => links.ContainsKey(interfaceIndex);

    /// <returns><see langword="null"/> when it manages the link but did not make the route.</returns>
    public RouteOwner? OwnerOf(RouteMessage route, int interfaceIndex)
    {
        var link = links[interfaceIndex];
        if (!link.TryGetSource(route, out var source))
            source = SourceBy(route.Protocol);
        return source is { } made && route.Protocol != RouteProtocol.IwTune
            ? new RouteOwner(InterfaceOwners.Networkd, made) { Unit = UnitOf(link) }
            : null;
    }

    /// <summary>
    /// True when networkd itself made the shadow that stands before this route, which means that it has read the drop-in.
    /// </summary>
    public bool MadeShadow(RouteMessage route) =>
        !route.ShadowSharesKey
        && links.TryGetValue(route.OutInterface, out var link)
        && link.Routes is { } known
        && known.Any(one => one.Key == route.ShadowKey && one is { Protocol: RouteProtocol.IwTune, Source: not null });

    /// <summary>What it made a route from, by the protocol number, where networkd cannot be asked.</summary>
    private static RouteSource? SourceBy(byte protocol) =>
        protocol switch
        {
            RouteProtocol.Static => RouteSource.Static,
            RouteProtocol.Dhcp => RouteSource.Dhcp4,
            RouteProtocol.RouterAdvertisement => RouteSource.RouterAdvertisement,
            _ => null,
        };

    private NetworkdUnit? UnitOf(NetworkdLink link) =>
        link.File is { } file && DropInDirectory is { } directory
            ? new NetworkdUnit(file, links.Values.Count(other => other.File == file) > 1, version(), directory) { Running = Running }
            : null;
}
