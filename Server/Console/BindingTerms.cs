using IwTune.Shared.Wire;

namespace IwTune.Server.Console;

/// <summary>What decides an effective window, in words.</summary>
internal static class BindingTerms
{
    /// <summary>Short, for a table.</summary>
    public static string Word(BindingTerm term) =>
        term switch
        {
            BindingTerm.InitCwnd => "initcwnd",
            BindingTerm.PeerWindow => "peer’s window",
            BindingTerm.SendBuffer => "send buffer",
            BindingTerm.Bpf => "BPF program",
            _ => "cause unknown",
        };

    /// <summary>Short, by the name that an agent reports; an unknown name is shown unchanged.</summary>
    public static string Word(string name) =>
        name switch
        {
            TermName.PeerWindow => "peer’s window",
            TermName.SendBuffer => "send buffer",
            TermName.RouteLock => "route’s cwnd lock",
            TermName.PeerMetrics => "remembered cwnd",
            TermName.Bpf => "BPF program",
            TermName.SynLost => "lost SYNs",
            _ => name,
        };

    /// <summary>Inside a sentence.</summary>
    public static string Phrase(BindingTerm term) =>
        term switch
        {
            BindingTerm.InitCwnd => "initcwnd × MSS",
            BindingTerm.PeerWindow => "the window its peer announced",
            BindingTerm.SendBuffer => "the host’s send buffer",
            BindingTerm.Bpf => "a BPF program that overrides the route",
            _ => "an unknown limit",
        };
}
