using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>What happens to the window of an idle connection that is kept open.</summary>
internal static class SlowStartAfterIdle
{
    private const string Name = "net.ipv4.tcp_slow_start_after_idle";

    public static readonly Check<HostFindings> Check = new(
        "slow-start-after-idle",
        DiagnosisGroup.Sending,
        "When it is on, a connection that was idle for one retransmission time-out restarts at initcwnd, so the window also affects "
            + "persistent connections: 50 kB after 1 s took 402, 303 and 202 ms at 3, 10 and 20 segments and 100 ms RTT; when it was off, "
            + "202, 101 and 101 ms.",
        "RFC 2861; RFC 7661; tcp_cwnd_restart; measured",
        Of
    );

    private static CheckAnswer Of(HostFindings host) =>
        host.Number(Name) switch
        {
            null => Sysctl.Missing(Name),
            0 => CheckAnswer.Ok(Sysctl.Told(host, Name)),
            _ when CongestionControl.IsPaced(host) => CheckAnswer.Ok($"{Sysctl.Told(host, Name)}; bbr ignores it"),
            _ => CheckAnswer.Advice(
                Sysctl.Told(host, Name),
                $"If persistent connections matter more than bursts after a pause: {Sysctl.Set(Name, "0")}"
            ),
        };
}
