using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>A locked cwnd metric, which clamps every connection after the first.</summary>
internal static class LockedCwnd
{
    public static readonly Check<HostFindings> Check = new(
        "locked-cwnd",
        DiagnosisGroup.Routes,
        "From the second connection to a peer on, a route with 'cwnd lock N' clamps the congestion window to N for the whole life of the "
            + "connection: initcwnd 40 resulted in 7.",
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
            ? CheckAnswer.Problem(told, "Remove 'cwnd lock' where the route is configured, then run 'ip tcp_metrics flush all'.")
            : CheckAnswer.Advice(told, "Remove 'cwnd lock' where the route is configured, unless the limit is intended.");
    }
}
