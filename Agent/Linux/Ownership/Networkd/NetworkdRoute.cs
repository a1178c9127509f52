using System.Net;
using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.Ownership.Networkd;

/// <summary>A route as systemd-networkd reports it, without metrics and window; the kernel reports those.</summary>
/// <param name="Key">Destination, table, metric; networkd does not report the type of service.</param>
/// <param name="Protocol">rtm_protocol.</param>
/// <param name="Gateway">The next hop; <see langword="null"/> for none.</param>
/// <param name="Source">What networkd made it from; <see langword="null"/> when another program made it.</param>
internal sealed record NetworkdRoute(RouteKey Key, byte Protocol, IPAddress? Gateway, RouteSource? Source)
{
    public bool Is(RouteMessage route) => route.Key with { Tos = 0 } == Key && route.Protocol == Protocol && Equals(route.Gateway, Gateway);
}
