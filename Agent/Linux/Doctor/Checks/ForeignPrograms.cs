using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Programs that may decide in a route's place.</summary>
internal static class ForeignPrograms
{
    public static readonly Check<HostFindings> Check = new(
        "bpf-programs",
        DiagnosisGroup.Routes,
        "A sock_ops BPF program on the control groups runs at the start of every connection, including loopback and containers. It can set "
            + "another window than the route (TCP_BPF_IW).",
        "net/core/filter.c, bpf_sol_tcp_setsockopt; measured",
        Of
    );

    private static CheckAnswer Of(HostFindings host) =>
        host.Programs switch
        {
            { Overriders: { } others } => CheckAnswer.Advice(
                $"attached: {others}",
                "Check with 'bpftool cgroup tree' whether it sets windows; 'iwtune verify --peer HOST:PORT' shows what a "
                    + "connection gets."
            ),
            { Unknown: { } why } => CheckAnswer.NotKnown(why),
            { OwnRuns: true } => CheckAnswer.Ok("only the agent's own program runs"),
            _ => CheckAnswer.Ok("no program runs for this user's connections"),
        };
}
