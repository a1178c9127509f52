using IwTune.Agent.Ports;
using IwTune.Shared.Model;

namespace IwTune.Agent.Linux.Doctor;

/// <summary>A route as the checks see it.</summary>
/// <param name="Target">The route with its window.</param>
/// <param name="IsIpv6">The family.</param>
/// <param name="Table">Its table.</param>
/// <param name="Metric">Its priority; the smaller is preferred.</param>
/// <param name="HasGateway">False when the destination is on the link.</param>
internal sealed record RouteFinding(Target Target, bool IsIpv6, uint Table, uint Metric, bool HasGateway)
{
    /// <summary>A congestion window that the route locks, segments; 0 for none.</summary>
    public int LockedCwnd { get; init; }

    /// <summary>MTU and advertised MSS that the route itself names, bytes; 0 for none.</summary>
    public int Mtu { get; init; }

    public int AdvMss { get; init; }

    /// <summary>True when the kernel or a daemon made it from a router advertisement.</summary>
    public bool IsAdvertised { get; init; }

    /// <summary>Segments that a new connection over it starts with.</summary>
    public int InitCwnd => Target.Current.InitCwnd ?? InitialWindow.LinuxDefault;

    /// <summary>
    /// Bytes in a full segment sent over it: what is left of the MTU after the headers of IP and TCP, timestamps included when they are on.
    /// </summary>
    public int SegmentBytes(HostFindings host)
    {
        var mtu = Mtu > 0 ? Mtu : host.Link(Target.Interface)?.Mtu ?? 1500;
        var headers = IsIpv6 ? 60 : 40;
        var segment = AdvMss > 0 ? Math.Min(AdvMss, mtu - headers) : mtu - headers;
        return Math.Max(1, segment - (host.Number("net.ipv4.tcp_timestamps") == 0 ? 0 : 12));
    }
}
