using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Whether somebody keeps the windows.</summary>
internal static class AgentAlive
{
    public static readonly Check Check = new(
        "agent",
        DiagnosisGroup.Agent,
        "A window stays only while somebody watches: DHCP, a network manager or an administrator writes the route again. What counts is a completed check-in, not a running process.",
        "iwtune status",
        Of);

    private static Answer Of(HostFindings host) => host.Agent switch
    {
        { Absent.Length: > 0 } agent => Answer.NotKnown(agent.Absent),
        { Troubles: [var first, ..] } => Answer.Problem(first, "'iwtune status' says more."),
        { Enrolled: false } => Answer.Ok("a daemon runs and belongs to no fleet"),
        { SinceContact: { } since } => Answer.Ok($"the server answered {(long)since.TotalSeconds} s ago"),
        _ => Answer.NotKnown("the daemon has just started and is calling its server"),
    };
}
