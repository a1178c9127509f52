namespace IwTune.Shared.Wire;

/// <summary>
/// The names of the terms of an effective window. Words and no enumeration: a server must still understand an agent that knows one more.
/// </summary>
public static class TermName
{
    /// <summary>
    /// initcwnd × MSS: what the route gives, or the kernel's ten segments (RFC 6928; net/ipv4/tcp_input.c, tcp_init_cwnd).
    /// </summary>
    public const string InitCwnd = "initcwnd";

    /// <summary>The window the peer announced in the handshake.</summary>
    public const string PeerWindow = "peer-window";

    /// <summary>The send buffer (SO_SNDBUF, tcp_wmem).</summary>
    public const string SendBuffer = "send-buffer";

    /// <summary>
    /// A <c>cwnd lock N</c> on the route: a clamp from the second connection to a peer on (net/ipv4/tcp_metrics.c, tcp_init_metrics).
    /// </summary>
    public const string RouteLock = "route-lock";

    /// <summary>What the kernel remembers of this peer and clamps by (tcp_metrics).</summary>
    public const string PeerMetrics = "peer-metrics";

    /// <summary>A sock_ops BPF program (TCP_BPF_IW).</summary>
    public const string Bpf = "bpf";

    /// <summary>SYNs were retransmitted: after two the kernel starts with one segment (tcp_init_transfer).</summary>
    public const string SynLost = "syn-lost";

    /// <summary>Another first window than the route's, and nothing known explains it.</summary>
    public const string Unexplained = "unexplained";

    /// <summary>Not a bound: the same flight, spread over the round trip (bbr, fq).</summary>
    public const string Pacing = "pacing";

    /// <summary>Not a bound of what is sent: what the route's initrwnd does to the window this host announces.</summary>
    public const string InitRwnd = "initrwnd";

    /// <summary>Less was sent than the window allows.</summary>
    public const string Data = "data";

    /// <summary>The name of the binding term, as far as the evidence shows it.</summary>
    public static string Binding(Evidence evidence)
    {
        foreach (var term in evidence.Terms ?? [])
        {
            if (term.Binds)
                return term.Name;
        }
        return evidence.Binding switch
        {
            BindingTerm.InitCwnd => InitCwnd,
            BindingTerm.PeerWindow => PeerWindow,
            BindingTerm.SendBuffer => SendBuffer,
            BindingTerm.Bpf => Bpf,
            _ => "",
        };
    }
}
