using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Emulation;

/// <summary>A TCP packet as a capture at one end of the path sees it.</summary>
/// <param name="At">Stopwatch ticks.</param>
/// <param name="Way">Its direction.</param>
/// <param name="Event">Where it was seen.</param>
/// <param name="Segment">Its header.</param>
/// <param name="Loss">Why it is lost, from its sending on.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct PacketSeen(long At, PathWay Way, PacketEvent Event, TcpSegment Segment, PathLoss Loss = PathLoss.None);

/// <summary>What happened to a packet.</summary>
public enum PacketEvent
{
    /// <summary>The sender put it on the path: the sender's capture.</summary>
    Sent,

    /// <summary>It was lost on the path, by the script, the full queue or its control law.</summary>
    Lost,

    /// <summary>It arrived: the receiver's capture.</summary>
    Arrived,
}
