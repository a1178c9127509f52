using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Whether one lossy connection slows the next ones to the same peer.</summary>
internal static class MetricsSaving
{
    private const string Threshold = "net.ipv4.tcp_no_ssthresh_metrics_save";
    private const string All = "net.ipv4.tcp_no_metrics_save";

    public static readonly Check<HostFindings> Check = new(
        "metrics-saving",
        DiagnosisGroup.Sending,
        "For an hour, a cached slow-start threshold ends slow start early. One lossy connection cost the next ones on a healthy path one "
            + "round trip (302 → 402 ms for 100 kB at 100 ms RTT).",
        "net/ipv4/tcp_metrics.c, tcp_init_metrics; measured",
        Of
    );

    private static CheckAnswer Of(HostFindings host) =>
        (host.Number(All), host.Number(Threshold)) switch
        {
            (null, null) => Sysctl.Missing(All),
            (not 0 and not null, _) => CheckAnswer.Ok(Sysctl.Told(host, All)),
            (_, not 0 and not null) => CheckAnswer.Ok(Sysctl.Told(host, Threshold)),
            (_, 0) => CheckAnswer.Advice(Sysctl.Told(host, Threshold), $"{Sysctl.Set(Threshold, "1")} && ip tcp_metrics flush all"),
            // Before 5.6 there is no switch for the threshold alone.
            _ => CheckAnswer.Advice(
                $"{Sysctl.Told(host, All)}, and this kernel cannot exclude the threshold alone",
                $"{Sysctl.Set(All, "1")} && ip tcp_metrics flush all"
            ),
        };
}
