using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>A slow-start threshold that cubic gives every new connection.</summary>
internal static class InitialThreshold
{
    private const string Name = "tcp_cubic.initial_ssthresh",
        HyStart = "tcp_cubic.hystart",
        Path = "/sys/module/tcp_cubic/parameters/initial_ssthresh";

    public static readonly Check<HostFindings> Check = new(
        "initial-ssthresh",
        DiagnosisGroup.Sending,
        "Slow start normally ends at the first loss or delay. With the module parameter initial_ssthresh, cubic ends it at that number of "
            + "segments on every new connection, and the window then grows slowly. The kernel uses the parameter only when hystart is off.",
        "net/ipv4/tcp_cubic.c, cubictcp_init",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        if (host.Sysctls.TryGetValue("net.ipv4.tcp_congestion_control", out var control) && control != "cubic")
            return CheckAnswer.Ok($"{control} is the congestion control, and not cubic");
        if (host.Number(Name) is not { } threshold)
            return CheckAnswer.NotKnown($"{Path} does not exist, or cannot be read");
        if (threshold <= 0)
            return CheckAnswer.Ok("not set: slow start has no end of its own");
        if (host.Number(HyStart) is > 0)
            return CheckAnswer.Ok($"{threshold} segments, without effect while hystart is on");
        var largest = host.Routes.Select(route => route.Target.Current.InitCwnd ?? 10).DefaultIfEmpty(10).Max();
        var found = $"slow start ends at {threshold} segments on every connection";
        var fix = $"echo 0 > {Path}   # and remove it from /etc/modprobe.d and the kernel's command line";
        return threshold <= largest
            ? CheckAnswer.Problem($"{found}: a first flight of {largest} never doubles", fix)
            : CheckAnswer.Advice(found, fix);
    }
}
