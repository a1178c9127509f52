using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Whether the receive window can grow to what the paths hold.</summary>
internal static class ReceiveBuffer
{
    public static readonly Check<HostFindings> Check = new(
        "receive-buffer",
        DiagnosisGroup.Receiving,
        "A path holds rate × round-trip time. If the largest receive buffer is smaller, the receive window limits the gain of a larger "
            + "first flight.",
        "RFC 7323 §1.1; Documentation/networking/ip-sysctl.rst, tcp_rmem",
        host => Bandwidth.Weigh(host, "net.ipv4.tcp_rmem", Bandwidth.WindowOf)
    );
}
