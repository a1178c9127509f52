namespace IwTune.Shared.Model;

/// <summary>Senders that spread a flight over the round trip instead of sending it at once.</summary>
public static class Pacing
{
    /// <summary>BBR at its start: 2/ln 2 (net/ipv4/tcp_bbr.c, bbr_high_gain).</summary>
    public const double Bbr = 2.89;

    /// <summary>Any other congestion control under the fq queue, in slow start: net.ipv4.tcp_pacing_ss_ratio, 200 %.</summary>
    public const double Fq = 2;

    /// <summary>
    /// Data segments that leave at once on every connection, paced or not (tcp_update_skb_after_send, net/ipv4/tcp_output.c).
    /// </summary>
    public const int Unpaced = 10;

    /// <summary>How much later the last segment of the first flight leaves because the sender paces.</summary>
    /// <param name="flight">Segments in the flight.</param>
    /// <param name="window">Congestion window, segments: what the rate is made of.</param>
    /// <param name="gain">Rate as a multiple of window / RTT.</param>
    /// <param name="rtt">Round-trip time.</param>
    public static TimeSpan Delay(long flight, long window, double gain, TimeSpan rtt) =>
        Math.Max(0, flight - Unpaced) / (gain * window) * rtt;
}
