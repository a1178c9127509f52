using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.Doctor.Checks;

/// <summary>Whether this Windows reports the window of a fresh connection.</summary>
internal static class Evidencing
{
    private const int WithTcpInfo = 15063; // 1703, NTDDI_WIN10_RS2

    public static readonly Check<WindowsFindings> Check = new(
        "evidence",
        DiagnosisGroup.Sending,
        "A setting that reads back does not prove a window on the wire. TCP_INFO of a fresh connection proves it. On builds without "
            + "TCP_INFO only the extended statistics prove it, and only an administrator can read them.",
        "mstcpip.h, SIO_TCP_INFO; GetPerTcpConnectionEStats",
        Of
    );

    private static CheckAnswer Of(WindowsFindings host) =>
        host.Version.Build >= WithTcpInfo
            ? CheckAnswer.Ok("SIO_TCP_INFO is there")
            : CheckAnswer.Advice(
                $"build {host.Version.Build} has no SIO_TCP_INFO",
                "Let the service probe: it runs as LocalSystem and may read the extended statistics. Server 2019 and later need neither."
            );
}
