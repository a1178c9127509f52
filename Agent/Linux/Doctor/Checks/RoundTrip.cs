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
        "A larger first flight saves whole round trips. Below 5 ms the saving is lost in jitter, and only the larger burst remains.",
        "RFC 6928 §10; measured",
        host => AgentAnswers.RoundTrip(host.Agent, host.Routes.Any(route => route.InitCwnd > InitialWindow.LinuxDefault))
    );
}
