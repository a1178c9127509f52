using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;
using IwTune.Shared.Model;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Whether several losses in one flight are repaired in one round trip.</summary>
internal static class SelectiveAcks
{
    private const string Name = "net.ipv4.tcp_sack";

    public static readonly Check<HostFindings> Check = new(
        "sack",
        DiagnosisGroup.Loss,
        "A larger first flight can lose more segments at once. Without selective acknowledgements each lost segment costs a separate round "
            + "trip, so set no window above 10 without them.",
        "RFC 2018; RFC 6928 §5.3",
        Of
    );

    private static CheckAnswer Of(HostFindings host) =>
        Sysctl.On(
            host,
            Name,
            host.Routes.Any(route => route.InitCwnd > InitialWindow.LinuxDefault) ? CheckAnswer.Problem : CheckAnswer.Advice
        );
}
