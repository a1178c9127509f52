using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Whether an agent keeps the windows.</summary>
internal static class AgentAlive
{
    public static readonly Check<HostFindings> Check = new(
        "agent",
        DiagnosisGroup.Agent,
        "A window stays only while an agent maintains it: DHCP, a network manager or an administrator writes the route again. The check "
            + "needs a completed check-in; a running process is not enough.",
        "iwtune status",
        host => AgentAnswers.Alive(host.Agent)
    );
}
