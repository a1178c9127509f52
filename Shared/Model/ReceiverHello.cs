namespace IwTune.Shared.Model;

/// <summary>What the SYN of a receiver, or its SYN-ACK, shows.</summary>
/// <param name="Window">Its window, bytes, 0 to 65,535: it is never scaled there (RFC 7323 §2.2).</param>
/// <param name="Mss">The largest segment it announces, bytes; <see langword="null"/> without the option.</param>
/// <param name="Scale">Its window scale, 0 to 14; <see langword="null"/> without the option.</param>
/// <param name="Hops">Time to live or hop limit of the packet, 1 to 255.</param>
/// <param name="IsAnswer">It is a SYN-ACK.</param>
/// <param name="V6">It came over IPv6.</param>
public sealed record ReceiverHello(int Window, int? Mss, int? Scale, int Hops, bool IsAnswer, bool V6)
{
    private const int EthernetMss = 1460,
        EthernetMss6 = 1440;
    private const int TimestampBytes = 12; // RFC 7323 appendix A

    /// <summary>What <see cref="Hops"/> was when the packet was sent: systems start with 64, 128 or 255.</summary>
    public int FirstHops =>
        Hops switch
        {
            <= 64 => 64,
            <= 128 => 128,
            _ => 255,
        };

    /// <summary>
    /// The segments that a window in whole segments may have been counted with: the announced one; that of Ethernet, because routers
    /// announce less where a tunnel follows; and in a SYN-ACK both without time stamps (net/ipv4/tcp_minisocks.c, tcp_openreq_init_rwin).
    /// </summary>
    public IEnumerable<int> Segments
    {
        get
        {
            foreach (var mss in (int[])[Mss ?? 0, V6 ? EthernetMss6 : EthernetMss])
            {
                if (mss > TimestampBytes)
                    yield return mss;
                if (mss > TimestampBytes && IsAnswer)
                    yield return mss - TimestampBytes;
            }
        }
    }
}
