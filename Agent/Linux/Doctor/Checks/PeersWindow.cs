using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Where something other than the route bound a first flight.</summary>
internal static class PeersWindow
{
    public static readonly Check<HostFindings> Check = new(
        "effective-window",
        DiagnosisGroup.Agent,
        "The first flight is limited by the smallest of initcwnd × MSS, the peer's window and the send buffer. An initcwnd above the "
            + "smallest of the others has no effect.",
        "RFC 5681 §3.1; TCP_INFO of fresh connections",
        host =>
            AgentAnswers.Bound(
                host.Agent,
                "Raise tcp_rmem's second number on that peer if you control it; otherwise a larger window has no effect."
            )
    );
}
