using System.Net;
using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.Ownership.Networkd;

/// <summary>A route as systemd-networkd tells it. It names neither metrics nor window; those are the kernel's to tell.</summary>
/// <param name="Key">Destination, table, metric; networkd does not tell the type of service.</param>
/// <param name="Protocol">rtm_protocol.</param>
/// <param name="Gateway">The next hop; <see langword="null"/> for none.</param>
/// <param name="Source">What networkd made it from; <see langword="null"/> when somebody else made it.</param>
internal sealed record NetworkdRoute(RouteKey Key, byte Protocol, IPAddress? Gateway, RouteSource? Source)
{
    public bool Is(RouteMessage route) => route.Key with { Tos = 0 } == Key && route.Protocol == Protocol && Equals(route.Gateway, Gateway);
}
