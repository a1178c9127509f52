using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>How the window grows after the first flight, and whether it is paced.</summary>
internal static class CongestionControl
{
    private const string Name = "net.ipv4.tcp_congestion_control";

    public static readonly Check<HostFindings> Check = new(
        "congestion-control",
        DiagnosisGroup.Sending,
        "Every algorithm starts with the same initial window; the growth after it differs. bbr sends 10 segments at once and paces the "
            + "rest over a third of a round trip. dctcp is for networks that mark packets; elsewhere it starves other flows.",
        "RFC 9438; RFC 8257 §5; tcp_bbr.c; measured",
        Of
    );

    public static bool IsPaced(HostFindings host) =>
        host.Sysctls.GetValueOrDefault(Name)?.StartsWith("bbr", StringComparison.Ordinal) == true;

    private static CheckAnswer Of(HostFindings host) =>
        host.Sysctls.GetValueOrDefault(Name) switch
        {
            null or "" => Sysctl.Missing(Name),
            "cubic" or "reno" or "bbr" => CheckAnswer.Ok(Sysctl.Told(host, Name)),
            "dctcp" => CheckAnswer.Advice(
                $"{Sysctl.Told(host, Name)} for every connection",
                "Choose it per route (ip route … congctl dctcp) for your own network, and cubic for the rest."
            ),
            var other => CheckAnswer.Advice(
                $"{other}; its first flights were not measured",
                "Take its growth into account; 'iwtune predict' models cubic, reno and bbr only."
            ),
        };
}
