using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Stalls that look like a small window and are none.</summary>
internal static class SmallWrites
{
    private const string Name = "net.ipv4.tcp_autocorking";

    public static readonly Check<HostFindings> Check = new(
        "small-writes",
        DiagnosisGroup.Sending,
        "The way an application writes causes a pause of 40 ms (Nagle's algorithm and a delayed ACK) or 200 ms (TCP_CORK) inside a "
            + "response. No initial window corrects this.",
        "RFC 896; RFC 1122 §4.2.3.4; tcp(7), TCP_CORK",
        host =>
            CheckAnswer.NotKnown(
                "whether applications set TCP_NODELAY or TCP_CORK is not visible from "
                    + $"outside{(host.Sysctls.ContainsKey(Name) ? $"; {Sysctl.Told(host, Name)}" : "")}"
            )
    );
}
