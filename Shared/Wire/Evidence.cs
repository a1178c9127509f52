namespace IwTune.Shared.Wire;

/// <summary>A measured fact about one target: what was seen, how, and when.</summary>
public sealed record Evidence
{
    /// <summary>The target it is about.</summary>
    public required string TargetId { get; init; }

    /// <summary>How it was measured.</summary>
    public required EvidenceMethod Method { get; init; }

    /// <summary>When.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>
    /// False when the measurement says nothing about the window: no peer behind this target, SYN retransmitted, loopback.
    /// </summary>
    public required bool Conclusive { get; init; }

    /// <summary>The initcwnd that the target had when measured, segments; <see langword="null"/> for the system's default.</summary>
    public int? ConfiguredCwnd { get; init; }

    /// <summary>The congestion window a fresh connection started with (tcp_info.tcpi_snd_cwnd), segments.</summary>
    public int? InitialCwnd { get; init; }

    /// <summary>The effective window: segments of the first flight after every term is applied.</summary>
    public int? EffectiveSegments { get; init; }

    /// <summary>The effective window in bytes.</summary>
    public long? EffectiveBytes { get; init; }

    /// <summary>Which term decides the effective window; <see cref="Terms"/> says more when the agent reported them.</summary>
    public BindingTerm Binding { get; init; }

    /// <summary>
    /// Every term of the effective window, the binding one marked; <see langword="null"/> from an agent that does not report them.
    /// </summary>
    public IReadOnlyList<WindowTerm>? Terms { get; init; }

    /// <summary>What production connections had; with <see cref="EvidenceMethod.Passive"/> only.</summary>
    public PassiveFacts? Passive { get; init; }

    /// <summary>
    /// The host's own counters; with <see cref="EvidenceMethod.Passive"/> and the target <see cref="HostCounters.Target"/> only.
    /// </summary>
    public HostCounters? Counters { get; init; }

    /// <summary>
    /// Handshake times with a destination that is measured for nothing else; <see cref="TargetId"/> is then <c>rtt</c> and the destination,
    /// and no route.
    /// </summary>
    public RoundTripFacts? RoundTrips { get; init; }

    /// <summary>Sender's maximum segment size of the connection, bytes.</summary>
    public int? Mss { get; init; }

    /// <summary>Smoothed round-trip time right after the handshake, microseconds.</summary>
    public long? RttMicroseconds { get; init; }

    /// <summary>Window the peer announced, bytes.</summary>
    public long? PeerWindowBytes { get; init; }

    /// <summary>The other end: <c>192.0.2.1:7443</c>; empty for a read-back.</summary>
    public string Peer { get; init; } = "";

    /// <summary>Digest of the bundle it was measured under; empty when there was none.</summary>
    public string BundleDigest { get; init; } = "";

    /// <summary>Why it is not conclusive, or what else to know, as a sentence; empty when there is nothing to say.</summary>
    public string Note { get; init; } = "";
}

/// <summary>How evidence was measured.</summary>
public enum EvidenceMethod
{
    /// <summary>The target was read again by the method that writes it.</summary>
    ReadBack,

    /// <summary>A connection was opened over the target and its TCP_INFO read before any data was sent.</summary>
    FreshConnection,

    /// <summary>Read from a production connection.</summary>
    Passive,

    /// <summary>Counted at the other end of a connection.</summary>
    Remote,
}

/// <summary>What decides the effective window.</summary>
public enum BindingTerm
{
    /// <summary>Not known.</summary>
    Unknown,

    /// <summary>
    /// The first congestion window × MSS: what the route gives, unless <see cref="Evidence.Terms"/> name what changed it.
    /// </summary>
    InitCwnd,

    /// <summary>The window the peer announced.</summary>
    PeerWindow,

    /// <summary>The send buffer.</summary>
    SendBuffer,

    /// <summary>A sock_ops BPF program overrides the route.</summary>
    Bpf,
}
