using System.Runtime.InteropServices;

namespace IwTune.Shared.Model.Deciding;

/// <summary>What a closed connection shows about its initial window.</summary>
/// <param name="At">When it ended.</param>
/// <param name="Initial">The initial window it got, segments.</param>
/// <param name="Segments">Full segments of what it sent, each once.</param>
/// <param name="Lost">Whether it lost some of its first flight; <see langword="null"/> when that cannot be determined.</param>
/// <param name="FinalCwnd">Congestion window at its end, segments.</param>
/// <param name="PeerSegments">Window the peer announced, segments; <see langword="null"/> when it is not known.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct FlightSample(DateTimeOffset At, int Initial, long Segments, bool? Lost, int FinalCwnd, long? PeerSegments)
{
    /// <summary>False for one that ended before its window was full, which says nothing about it (RFC 9040 Appendix C).</summary>
    public bool Filled => Segments >= Initial;

    /// <summary>True when it sent more than its window, so that its final congestion window says something of the path.</summary>
    public bool Exceeded => Segments > Initial;
}
