using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Whether an agent keeps the windows.</summary>
internal static class AgentAlive
{
    public static readonly Check<HostFindings> Check = new(
        "agent",
        DiagnosisGroup.Agent,
        "A window stays only while an agent monitors it: DHCP, a network manager or an administrator may write the route again. A "
            + "completed check-in counts, not a running process.",
        "iwtune status",
        host => AgentAnswers.Alive(host.Agent)
    );
}
