using IwTune.Agent.Linux.SystemBus;

namespace IwTune.Agent.Linux.Ownership.NetworkManager;

/// <summary>A device that NetworkManager manages and has applied a profile to.</summary>
/// <param name="Path">Its object on the bus.</param>
/// <param name="Interface">The interface that its routes leave by.</param>
/// <param name="ProfilePath">The profile's object.</param>
/// <param name="ProfileName">As people call the profile.</param>
/// <param name="Applied">The profile as it was last applied.</param>
internal sealed record NetworkManagerDevice(string Path, string Interface, string ProfilePath, string ProfileName, BusValue Applied)
{
    /// <summary>
    /// True when it leaves IPv6 on the interface alone. Otherwise applying a changed profile switches IPv6 off and on again there
    /// (nm-device.c, "toggle disable_ipv6 sysctl"). With the flag that spares routes of other programs, NetworkManager then takes what the
    /// kernel dropped meanwhile for removed on purpose: every IPv6 address and route of the interface is lost (measured on 1.42.4).
    /// </summary>
    public bool LeavesIpv6Alone => LeavesAlone("ipv6");

    /// <summary>True when it does not configure a family on the interface.</summary>
    /// <param name="setting"><c>ipv4</c> or <c>ipv6</c>.</param>
    public bool LeavesAlone(string setting) => Applied.At(setting)?.At("method")?.AsText is null or "ignore" or "disabled";
}
