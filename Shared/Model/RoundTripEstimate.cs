using System.Runtime.InteropServices;

namespace IwTune.Shared.Model;

/// <summary>What a sender knows of the round trip, and how long it therefore waits: RFC 6298.</summary>
/// <param name="Smoothed">SRTT.</param>
/// <param name="Variation">RTTVAR.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct RoundTripEstimate(TimeSpan Smoothed, TimeSpan Variation)
{
    /// <summary>Least variation that Linux counts with: TCP_RTO_MIN, include/net/tcp.h.</summary>
    public static readonly TimeSpan LinuxLeast = TimeSpan.FromMilliseconds(200);

    /// <summary>After the first measurement R: SRTT = R, RTTVAR = R/2 (§2.2).</summary>
    public static RoundTripEstimate First(TimeSpan measured) => new(measured, measured / 2);

    /// <summary>After another one: RTTVAR = 3/4·RTTVAR + 1/4·|SRTT − R|, then SRTT = 7/8·SRTT + 1/8·R (§2.3).</summary>
    public RoundTripEstimate Next(TimeSpan measured) =>
        new(Smoothed * 0.875 + measured * 0.125, Variation * 0.75 + (Smoothed - measured).Duration() * 0.25);

    /// <summary>What Linux waits: SRTT + max(200 ms, 4·RTTVAR).</summary>
    public TimeSpan LinuxTimeout => Smoothed + (Variation * 4 > LinuxLeast ? Variation * 4 : LinuxLeast);
}
