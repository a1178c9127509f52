namespace IwTune.Shared.Model;

/// <summary>
/// The initial windows that the standards allow, in bytes. <c>mss</c> is the sender's maximum segment size, bytes, at least 1.
/// </summary>
public static class InitialWindow
{
    /// <summary>
    /// What Linux uses where a route names no window, segments: TCP_INIT_CWND, include/net/tcp.h, since 2.6.39 (RFC 6928 §2).
    /// </summary>
    public const int LinuxDefault = 10;

    /// <summary>RFC 3390 §1: min(4·MSS, max(2·MSS, 4380)).</summary>
    public static long Rfc3390(int mss) => Math.Min(4L * Checked(mss), Math.Max(2L * mss, 4380));

    /// <summary>RFC 6928 §2: min(10·MSS, max(2·MSS, 14600)).</summary>
    public static long Rfc6928(int mss) => Math.Min(10L * Checked(mss), Math.Max(2L * mss, 14600));

    /// <summary>RFC 9002 §7.2, for QUIC: min(10·datagram, max(2·datagram, 14720)).</summary>
    /// <param name="datagram">The largest UDP payload that the sender uses, bytes, at least 1.</param>
    public static long Rfc9002(int datagram) => Math.Min(10L * Checked(datagram), Math.Max(2L * datagram, 14720));

    /// <summary>A window in whole segments, at least one: the form of a route's initcwnd.</summary>
    /// <param name="bytes">The window, bytes.</param>
    /// <param name="mss">The sender's maximum segment size, bytes, at least 1.</param>
    public static int Segments(long bytes, int mss) => (int)Math.Max(1, bytes / Checked(mss));

    private static int Checked(int mss)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(mss, 1);
        return mss;
    }
}
