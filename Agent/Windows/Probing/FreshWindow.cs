using System.Globalization;

namespace IwTune.Agent.Windows.Probing;

/// <summary>What a fresh connection proves about the initial window. Pure.</summary>
/// <param name="Conclusive">False when it proves nothing.</param>
/// <param name="Segments">The window it started with; <see langword="null"/> when that is not known.</param>
/// <param name="Note">Why it proves nothing, as a sentence; empty when it does.</param>
internal sealed record FreshWindow(bool Conclusive, int? Segments, string Note)
{
    /// <summary>
    /// Kind 8, length 10, padded to a multiple of four (RFC 7323 appendix A): the window may be counted before or after they are taken off.
    /// </summary>
    private const uint TimestampBytes = 12;

    /// <summary>Judges one.</summary>
    /// <param name="seen">The connection.</param>
    /// <param name="initialRto">After how long this host sends a SYN again; <see langword="null"/> when it is not known.</param>
    public static FreshWindow Of(FreshConnection seen, TimeSpan? initialRto)
    {
        if (seen.Mss == 0 || seen.CwndBytes == 0)
            return Nothing("The system does not report the congestion window or the segment size of the connection.");
        var segments = Whole(seen.CwndBytes, seen.Mss);
        if (seen.IsLocal)
            return new(
                false,
                segments,
                $"{seen.Remote} is on this host: loopback has segments of its own size and no round trip, and says nothing of a real "
                    + "path. Name a TCP port elsewhere: --peer HOST:PORT."
            );
        if (seen.SynsSentAgain > 0)
            return new(
                false,
                segments,
                $"A SYN to {seen.Remote} was lost ({seen.SynsSentAgain} retransmitted); a connection then starts smaller. Verify again."
            );
        var rto = initialRto ?? FreshConnection.UsualInitialRto;
        if (seen.MayHaveLostSyn(rto))
            return new(
                false,
                segments,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"Connecting to {seen.Remote} took {seen.Took.TotalMilliseconds:0} ms, and this host retransmits a SYN after "
                        + $"{rto.TotalMilliseconds:0} ms: a SYN was probably lost, and a connection then starts "
                        + $"smaller. Verify again."
                )
            );
        if (seen.Used)
            return new(
                false,
                segments,
                $"The connection to {seen.Remote} has sent data or ended before it was looked at, so its window is not the initial one. "
                    + "Verify again."
            );
        return segments is null
            ? Nothing(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"The congestion window is {seen.CwndBytes} bytes, no whole number of segments of {seen.Mss}: something has changed "
                        + $"it already. Verify again."
                )
            )
            : new(true, segments, "");
    }

    /// <returns>A whole number of segments, at least one, or <see langword="null"/>.</returns>
    private static int? Whole(uint bytes, uint mss) =>
        bytes % mss == 0 ? (int)(bytes / mss)
        : bytes % ((ulong)mss + TimestampBytes) == 0 ? (int)(bytes / ((ulong)mss + TimestampBytes))
        : null;

    private static FreshWindow Nothing(string note) => new(false, null, note);
}
