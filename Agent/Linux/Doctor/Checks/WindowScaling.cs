using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Windows above 64 KiB.</summary>
internal static class WindowScaling
{
    public static readonly Check<HostFindings> Check = new(
        "window-scaling",
        DiagnosisGroup.Receiving,
        "Without window scaling, neither side can offer more than 64 KiB for the whole life of a connection: 44 segments in flight, 5 "
            + "Mbit/s at 100 ms.",
        "RFC 7323 §2",
        host => Sysctl.On(host, "net.ipv4.tcp_window_scaling", CheckAnswer.Problem)
    );
}
