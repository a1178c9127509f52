using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Emulation;

/// <summary>The counters of one direction so far.</summary>
/// <param name="Carried">Packets that arrived.</param>
/// <param name="Scripted">Packets that the script lost.</param>
/// <param name="Overflowed">Packets that found the queue full.</param>
/// <param name="Controlled">Packets that the queue's control law dropped.</param>
/// <param name="QueueHigh">The most packets that ever waited.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct PathCounters(long Carried, long Scripted, long Overflowed, long Controlled, int QueueHigh)
{
    /// <summary>All that were lost.</summary>
    public long Lost => Scripted + Overflowed + Controlled;
}
