using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership.Networkd;
using IwTune.Agent.Linux.Strategies;

namespace IwTune.Agent.Linux.Ownership;

/// <summary>Who made a route, and from what. This decides who may change it, and how long a change lasts.</summary>
/// <param name="Program">
/// The program that watches over it: <c>NetworkManager</c>, <c>systemd-networkd</c>, <c>bird</c>, <c>kernel</c>; <see langword="null"/>
/// when none does.
/// </param>
/// <param name="Source">What the program made it from.</param>
internal sealed record RouteOwner(string? Program, RouteSource Source)
{
    /// <summary>
    /// The profile or file that configures it, as its program names it; <see langword="null"/> when there is none or it is not known.
    /// </summary>
    public string? Profile { get; init; }

    /// <summary>How systemd-networkd configures it, where it does.</summary>
    public NetworkdUnit? Unit { get; init; }

    /// <summary>
    /// The owner's own configuration as a way to set the window; <see langword="null"/> where it has none for this route.
    /// </summary>
    public IRouteStrategy? Native { get; init; }

    /// <summary>
    /// Why the owner's own configuration does not carry it, as a sentence; <see langword="null"/> when there is nothing to say.
    /// </summary>
    public string? NotNative { get; init; }

    /// <summary>What tables show: <c>NetworkManager 'edge' (static)</c>, <c>systemd-networkd (DHCPv4)</c>, <c>boot</c>.</summary>
    public string Describe(RouteMessage route)
    {
        if (Program is null || Program == RouteProtocol.Name(route.Protocol))
            return RouteProtocol.Name(route.Protocol);
        var profile = Profile is null ? "" : $" '{Profile}'";
        return Source == RouteSource.Unknown ? $"{Program}{profile}" : $"{Program}{profile} ({Word})";
    }

    private string Word =>
        Source switch
        {
            RouteSource.Static => "static",
            RouteSource.Gateway => "gateway",
            RouteSource.Dhcp4 => "DHCPv4",
            RouteSource.Dhcp6 => "DHCPv6",
            RouteSource.RouterAdvertisement => "RA",
            RouteSource.Prefix => "prefix",
            _ => "",
        };
}
