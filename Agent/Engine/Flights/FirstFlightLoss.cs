using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine.Flights;

/// <summary>
/// Whether a connection lost some of its first flight, from what the kernel reports at its end. One that sent no more than its window is
/// judged exactly. For one that sent more, the slow-start threshold shows where the first loss was: it is a known part of what was in
/// flight then, and at most twice the initial window is in flight while the first flight is being acknowledged.
/// </summary>
/// <remarks>
/// A threshold is also set where slow start ends without loss (HyStart), so no loss counts without segments retransmitted. Only the last
/// threshold is known: a long connection that lost again, later and at a small window, is judged as one that lost early.
/// </remarks>
public static class FirstFlightLoss
{
    /// <param name="last">The connection as last seen.</param>
    /// <param name="segments">The initial window it got, segments.</param>
    /// <returns>
    /// <see langword="null"/> when that is not known: nothing was sent, or more than the window under a congestion control whose threshold
    /// has another meaning (bbr), or the first flight was not all acknowledged yet.
    /// </returns>
    public static bool? Of(Connection last, int segments)
    {
        if (last.DataSegments == 0)
            return null;
        var window = (long)segments * last.Mss;
        // Where data cannot be separated from SYNs, only zero retransmissions are certain.
        var again = last.DataSentAgain ?? (last.SentAgain == 0 ? 0 : null);
        if (last.BytesSent <= window)
            return again is null ? null : again > 0;
        if (Kept(last.CongestionControl) is not { } tenths)
            return null;
        if ((again ?? last.SentAgain) > 0 && last.SlowStartThreshold is { } threshold && threshold * 10L <= 2L * segments * tenths)
            return true;
        return last.BytesAcknowledged < window ? null : false;
    }

    /// <summary>The part of the data in flight that remains after a loss, in tenths (RFC 9438 §4.6, RFC 5681 §3.1).</summary>
    private static int? Kept(string congestionControl) =>
        congestionControl switch
        {
            "cubic" => 7,
            "reno" => 5,
            _ => null,
        };
}
