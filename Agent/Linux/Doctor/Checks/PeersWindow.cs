using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Where a first flight was bound by something else than the route.</summary>
internal static class PeersWindow
{
    public static readonly Check Check = new(
        "effective-window",
        DiagnosisGroup.Agent,
        "What flies is the smallest of initcwnd × MSS, the peer's window and the send buffer. A larger initcwnd than the smallest of the others is without effect.",
        "RFC 5681 §3.1; TCP_INFO of fresh connections",
        Of);

    private static Answer Of(HostFindings host)
    {
        var seen = host.Agent.Evidence.Where(seen => seen is { Conclusive: true, EffectiveSegments: not null, InitialCwnd: not null }).ToList();
        if (seen.Count == 0)
            return Answer.NotKnown(host.Agent.Absent.Length > 0 ? "no agent has measured a connection" : "the agent has no conclusive measurement yet: 'iwtune verify --peer HOST:PORT'");
        var bound = seen.Find(seen => seen.EffectiveSegments < seen.InitialCwnd);
        if (bound is null)
            return Answer.Ok($"initcwnd decides on all {seen.Count} measured paths");
        var by = bound.Binding switch
        {
            BindingTerm.PeerWindow => "the peer's window",
            BindingTerm.SendBuffer => "the send buffer",
            BindingTerm.Bpf => "a BPF program",
            _ => "something else",
        };
        return Answer.Advice(
            $"{bound.EffectiveSegments} of {bound.InitialCwnd} segments can fly to {bound.Peer}, bound by {by}",
            bound.Binding == BindingTerm.PeerWindow ? "Raise tcp_rmem's second number on that peer if it is yours; otherwise nothing is gained above this." : "'iwtune verify' names the terms.");
    }
}
