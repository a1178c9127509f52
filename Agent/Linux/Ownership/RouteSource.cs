namespace IwTune.Agent.Linux.Ownership;

/// <summary>What the owner of a route made it from.</summary>
internal enum RouteSource
{
    /// <summary>Not known, or nothing in particular.</summary>
    Unknown,

    /// <summary>A route in the owner's configuration.</summary>
    Static,

    /// <summary>The gateway setting of the owner's configuration, which has no place for a window.</summary>
    Gateway,

    /// <summary>A DHCPv4 lease.</summary>
    Dhcp4,

    /// <summary>A DHCPv6 lease.</summary>
    Dhcp6,

    /// <summary>A router advertisement.</summary>
    RouterAdvertisement,

    /// <summary>The prefix of an address.</summary>
    Prefix,
}
