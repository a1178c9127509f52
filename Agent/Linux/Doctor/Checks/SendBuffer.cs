using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Whether the send buffer can grow to what the paths hold.</summary>
internal static class SendBuffer
{
    public static readonly Check<HostFindings> Check = new(
        "send-buffer",
        DiagnosisGroup.Sending,
        "A path holds rate × round-trip time. Sent data stays in the send buffer until it is acknowledged, so a buffer smaller than the "
            + "path leaves part of the path empty.",
        "RFC 7323 §1.1; Documentation/networking/ip-sysctl.rst, tcp_wmem",
        host => Bandwidth.Weigh(host, "net.ipv4.tcp_wmem", buffer => buffer)
    );
}
