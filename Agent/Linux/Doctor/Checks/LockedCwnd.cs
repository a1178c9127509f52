using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>A locked cwnd metric, which clamps every connection after the first.</summary>
internal static class LockedCwnd
{
    public static readonly Check<HostFindings> Check = new(
        "locked-cwnd",
        DiagnosisGroup.Routes,
        "A route with 'cwnd lock N' clamps the congestion window for its whole life to N, from the second connection to a peer on: "
            + "initcwnd 40 came out as 7.",
        "net/ipv4/tcp_metrics.c, tcp_init_metrics; measured",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        var locked = host.Routes.Where(route => route.LockedCwnd > 0).ToList();
        if (locked.Count == 0)
            return CheckAnswer.Ok("no route locks the congestion window");
        var told = string.Join(", ", locked.Select(route => $"{route.Target.Id}: cwnd lock {route.LockedCwnd}"));
        return locked.Exists(route => route.LockedCwnd < route.InitCwnd)
            ? CheckAnswer.Problem(told, "Take 'cwnd lock' out of the route where it is made, then 'ip tcp_metrics flush all'.")
            : CheckAnswer.Advice(told, "Take 'cwnd lock' out of the route where it is made unless the ceiling is meant.");
    }
}
