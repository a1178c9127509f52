using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Where something other than the route bound a first flight.</summary>
internal static class PeersWindow
{
    public static readonly Check<HostFindings> Check = new(
        "effective-window",
        DiagnosisGroup.Agent,
        "What flies is the smallest of initcwnd × MSS, the peer's window and the send buffer. A larger initcwnd than the smallest of "
            + "the others is without effect.",
        "RFC 5681 §3.1; TCP_INFO of fresh connections",
        host =>
            AgentAnswers.Bound(
                host.Agent,
                "Raise tcp_rmem's second number on that peer if it is yours; otherwise nothing is gained above this."
            )
    );
}
