using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;
using IwTune.Shared.Model;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Whether a larger window can gain anything.</summary>
internal static class RoundTrip
{
    public static readonly Check<HostFindings> Check = new(
        "rtt",
        DiagnosisGroup.Agent,
        "A larger first flight saves whole round trips. At less than 5 ms they drown in jitter, and only the larger burst is left.",
        "RFC 6928 §10; measured",
        host => AgentAnswers.RoundTrip(host.Agent, host.Routes.Any(route => route.InitCwnd > InitialWindow.LinuxDefault))
    );
}
