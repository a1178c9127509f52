using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;
using IwTune.Shared.Model;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Ten segments of nine kilobytes.</summary>
internal static class JumboFrames
{
    private const int EthernetMtu = 1500;

    public static readonly Check<HostFindings> Check = new(
        "jumbo-mtu",
        DiagnosisGroup.Sending,
        "Linux counts the window in segments, the standard in bytes. At an MTU of 9000 the kernel's 10 segments are 89 kB; RFC 6928 allows "
            + "two segments, 18 kB. A path that becomes narrower later still receives the whole burst.",
        "RFC 6928 §2",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        var wide = host
            .Routes.Where(route => route.Target.Interface is not null && route.HasGateway && SegmentMtu(host, route) > EthernetMtu)
            .ToList();
        if (wide.Count == 0)
            return CheckAnswer.Ok("no route through a gateway has segments above 1460 bytes");
        var worst = wide.MaxBy(route => (long)route.InitCwnd * route.SegmentBytes(host))!;
        var (segment, sent) = (worst.SegmentBytes(host), (long)worst.InitCwnd * worst.SegmentBytes(host));
        var allowed = InitialWindow.Rfc6928(segment);
        var told = $"{worst.Target.Id}: {worst.InitCwnd} segments of {segment} B = {sent} B, allowed {allowed} B";
        return sent > allowed
            ? CheckAnswer.Advice(
                told,
                $"Outside your own network, set initcwnd {Math.Max(2, allowed / segment)}, or an MTU of 1500 on that route (ip route … "
                    + "mtu 1500), to meet the standard."
            )
            : CheckAnswer.Ok(told);
    }

    private static int SegmentMtu(HostFindings host, RouteFinding route) =>
        route.Mtu > 0 ? route.Mtu : host.Link(route.Target.Interface)?.Mtu ?? EthernetMtu;
}
