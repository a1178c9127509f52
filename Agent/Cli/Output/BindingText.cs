using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>What bounds a first flight, for people.</summary>
internal static class BindingText
{
    public static string Of(Evidence evidence) => Of(TermName.Binding(evidence));

    public static string Of(string term) =>
        term switch
        {
            TermName.PeerWindow => "peer's window",
            TermName.SendBuffer => "send buffer",
            TermName.RouteLock => "route's cwnd lock",
            TermName.PeerMetrics => "remembered cwnd",
            TermName.Bpf => "BPF program",
            TermName.SynLost => "lost SYNs",
            "" => "unknown",
            TermName.Data => "data sent",
            TermName.Unexplained => $"not the {HostWords.Here.Target}'s",
            _ => term,
        };
}
