using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Whether the receive window grows with the sender's.</summary>
internal static class ReceiveAutotuning
{
    public static readonly Check<HostFindings> Check = new(
        "receive-autotuning",
        DiagnosisGroup.Receiving,
        "Without it the receive window keeps its first size. A sender in slow start reaches that size in the second or third round.",
        "Documentation/networking/ip-sysctl.rst, tcp_moderate_rcvbuf",
        host => Sysctl.On(host, "net.ipv4.tcp_moderate_rcvbuf", CheckAnswer.Problem)
    );
}
