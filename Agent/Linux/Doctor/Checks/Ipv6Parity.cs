using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>One address family with a window, the other without.</summary>
internal static class Ipv6Parity
{
    public static readonly Check<HostFindings> Check = new(
        "ipv6-parity",
        DiagnosisGroup.Routes,
        "IPv4 and IPv6 have separate routes. Peers prefer IPv6, so few connections get a window that only the IPv4 default route has.",
        "RFC 6724; RFC 8305",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        var defaults = host.Routes.Where(route => route.Target is { IsDefault: true, InMainTable: true }).ToList();
        var four = defaults.Where(route => !route.IsIpv6).MinBy(route => route.Metric);
        var six = defaults.Where(route => route.IsIpv6).MinBy(route => route.Metric);
        return (four, six) switch
        {
            (null, null) => CheckAnswer.Ok("no default route of either family"),
            (_, null) => CheckAnswer.Ok("IPv4 only: there is no IPv6 default route"),
            (null, _) => CheckAnswer.Ok("IPv6 only: there is no IPv4 default route"),
            _ when four.InitCwnd == six.InitCwnd => CheckAnswer.Ok($"both start with {six.InitCwnd} segments"),
            _ => CheckAnswer.Advice(
                $"IPv4 starts with {four.InitCwnd} segments, IPv6 with {six.InitCwnd}",
                $"{(four.InitCwnd > six.InitCwnd ? six : four).Target.Id}: 'iwtune show' shows how it can be set; the scope 'default' "
                    + "covers both."
            ),
        };
    }
}
