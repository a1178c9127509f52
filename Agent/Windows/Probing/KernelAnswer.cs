using System.Net;

namespace IwTune.Agent.Windows.Probing;

/// <summary>What the kernel reported about a fresh connection of our own.</summary>
internal abstract record KernelAnswer
{
    private KernelAnswer() { }

    /// <summary>It reported the connection.</summary>
    internal sealed record Told(FreshConnection Connection) : KernelAnswer;

    /// <summary>This Windows does not report it; that is normal and no failure.</summary>
    /// <param name="Reason">Why, and which one does, as a sentence.</param>
    internal sealed record NotHere(string Reason) : KernelAnswer;
}

/// <summary>A connection that was just opened, before any data.</summary>
internal sealed record FreshConnection
{
    /// <summary>The method: <c>SIO_TCP_INFO</c>, <c>EStats</c>.</summary>
    public required string Method { get; init; }

    /// <summary>This end.</summary>
    public required IPEndPoint Local { get; init; }

    /// <summary>The other end.</summary>
    public required IPEndPoint Remote { get; init; }

    /// <summary>Congestion window, bytes.</summary>
    public required uint CwndBytes { get; init; }

    /// <summary>Sender's maximum segment size, bytes.</summary>
    public required uint Mss { get; init; }

    /// <summary>The window the peer announced, bytes; <see langword="null"/> when the method does not report it.</summary>
    public long? PeerWindowBytes { get; init; }

    /// <summary>Round trip of the handshake, microseconds; <see langword="null"/> when nothing measured it.</summary>
    public long? RttMicroseconds { get; init; }

    /// <summary>SYNs retransmitted; <see langword="null"/> when the method does not report them.</summary>
    public int? SynsSentAgain { get; init; }

    /// <summary>How long connecting took by our own clock: never less than the handshake.</summary>
    public TimeSpan Took { get; init; }

    /// <summary>True when it sent data already, or is not established any more: its window is then not the initial one.</summary>
    public bool Used { get; init; }

    /// <summary>The template that the system says it got; <see langword="null"/> when it was not asked or does not say.</summary>
    public AppliedSetting? Applied { get; init; }

    /// <summary>The smallest default of a Windows for the time after which a SYN is retransmitted, and that of RFC 6298 §2.1.</summary>
    public static readonly TimeSpan UsualInitialRto = TimeSpan.FromSeconds(1);

    /// <summary>True when a SYN was retransmitted, or may have been.</summary>
    /// <param name="initialRto">After how long this host sends one again.</param>
    public bool MayHaveLostSyn(TimeSpan initialRto) => SynsSentAgain is { } again ? again > 0 : Took >= initialRto;

    /// <summary>True when it does not leave the host.</summary>
    public bool IsLocal => IPAddress.IsLoopback(Remote.Address) || Remote.Address.Equals(Local.Address);
}
