using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>How many segments had come by an instant that lies between two readings of a monotonic clock.</summary>
/// <param name="Before">The clock before the counter was read, microseconds.</param>
/// <param name="After">
/// The clock after it was read, microseconds; far from <paramref name="Before"/> when the reader was not scheduled.
/// </param>
/// <param name="Segments">Segments with payload since the request was sent.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct SegmentSample(long Before, long After, int Segments);
