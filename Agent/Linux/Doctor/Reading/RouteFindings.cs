using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Reading;

/// <summary>What the checks need from a route's own bytes.</summary>
internal static class RouteFindings
{
    private const ushort Lock = 1,
        Mtu = 2,
        Cwnd = 7,
        AdvMss = 8; // RTAX_*

    public static RouteFinding Of(Target target)
    {
        var route = RouteMessage.Read(target.Raw);
        uint locked = 0,
            mtu = 0,
            cwnd = 0,
            advertised = 0;
        foreach (var attribute in new Attributes(target.Raw.Span[RouteMessage.HeaderLength..]))
        {
            if (attribute.Type != (ushort)RouteAttribute.Metrics)
                continue;
            foreach (var metric in new Attributes(attribute.Payload))
            {
                switch (metric.Type)
                {
                    case Lock:
                        locked = metric.UInt32;
                        break;
                    case Mtu:
                        mtu = metric.UInt32;
                        break;
                    case Cwnd:
                        cwnd = metric.UInt32;
                        break;
                    case AdvMss:
                        advertised = metric.UInt32;
                        break;
                    default:
                        break;
                }
            }
        }
        var isLocked = (locked >> Cwnd & 1) != 0;
        return new RouteFinding(
            target,
            route.Key.Family == RouteNumbers.Inet6,
            route.Key.Table,
            route.Key.Priority,
            route.Gateway is not null || route.Nexthops.Count > 0
        )
        {
            LockedCwnd = isLocked ? (int)Math.Min(cwnd, int.MaxValue) : 0,
            Mtu = (int)Math.Min(mtu, 65535),
            AdvMss = (int)Math.Min(advertised, 65535),
            IsAdvertised = route.Protocol == RouteProtocol.RouterAdvertisement,
        };
    }
}
