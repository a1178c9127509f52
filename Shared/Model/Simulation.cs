using System.Runtime.InteropServices;

namespace IwTune.Shared.Model;

/// <summary>The result of a simulated transfer.</summary>
public sealed record Simulation
{
    /// <summary>From the request's first byte to the response's last one.</summary>
    public required TimeSpan Fetch { get; init; }

    /// <summary>From the SYN to the response's last byte.</summary>
    public required TimeSpan Total { get; init; }

    /// <summary>Flights that the response needed: how many times its segments waited for each other's acknowledgements, and one.</summary>
    public required int Rounds { get; init; }

    /// <summary>Packets the sender put on the path until the last byte arrived, retransmissions included.</summary>
    public required long Sent { get; init; }

    /// <summary>Packets among them that were retransmitted.</summary>
    public required long Resent { get; init; }

    /// <summary>Packets that found no place in the buffer.</summary>
    public required long Overflowed { get; init; }

    /// <summary>
    /// Packets of the first flight that found no place in the buffer: what <see cref="FirstFlight.Overflow(long, long)"/> says.
    /// </summary>
    public required long OverflowedFirst { get; init; }

    /// <summary>How often the sender waited out its retransmission timeout.</summary>
    public required int Timeouts { get; init; }

    /// <summary>Everything that happened, in its order.</summary>
    public required IReadOnlyList<SimulatedEvent> Events { get; init; }

    /// <summary>What the receiver's application had at each moment that it got more, the first at 0.</summary>
    public required IReadOnlyList<ReceivedBytes> Received { get; init; }

    /// <summary>Share of packets that were retransmitted.</summary>
    public double ResentShare => Sent == 0 ? 0 : (double)Resent / Sent;
}

/// <summary>One thing that happened in a simulation.</summary>
/// <param name="At">Since the request's first byte left.</param>
/// <param name="What">What it was.</param>
/// <param name="Segment">Which segment, from 1.</param>
/// <param name="Window">Congestion window then, segments.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct SimulatedEvent(TimeSpan At, SimulatedEventKind What, int Segment, int Window);

/// <summary>What can happen.</summary>
public enum SimulatedEventKind
{
    /// <summary>A segment left the sender for the first time.</summary>
    Sent,

    /// <summary>A segment left the sender again.</summary>
    Resent,

    /// <summary>The path lost it.</summary>
    Lost,

    /// <summary>The buffer had no place for it.</summary>
    Overflowed,

    /// <summary>It reached the receiver.</summary>
    Arrived,

    /// <summary>The sender learned that everything before this segment has arrived.</summary>
    Acknowledged,

    /// <summary>The sender waited out its timeout; all that is not known to have arrived counts as lost.</summary>
    TimedOut,

    /// <summary>The sender probed the end of its flight (RFC 8985 §7).</summary>
    Probed,
}

/// <summary>How far the receiver is.</summary>
/// <param name="At">Since the request's first byte left.</param>
/// <param name="Bytes">Bytes that its application can have.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct ReceivedBytes(TimeSpan At, long Bytes);
