using System.Globalization;
using System.Numerics;

namespace IwTune.Agent.Linux.Effective;

/// <summary>
/// How many segments a send buffer holds. The kernel also charges it for its own bookkeeping, and by buffers, not by bytes.
/// </summary>
internal static class SendBufferRoom
{
    /// <summary>
    /// MAX_TCP_HEADER and the shared part of a buffer, then the buffer's own head: what the kernel adds to a segment (net/ipv4/tcp_input.c,
    /// tcp_sndbuf_expand).
    /// </summary>
    private const uint Header = 320 + 256;
    private const int Head = 256;

    /// <summary>
    /// Segments that fit however the application writes: a buffer of its own for each. Measured on 6.18 with MSS 1448: 8 in 16384, 15 in
    /// 32768, 29 in 65536.
    /// </summary>
    public static int Segments(long bytes, int mss)
    {
        var each = (long)BitOperations.RoundUpToPowerOf2((uint)mss + Header) + Head;
        return (int)Math.Min((bytes + each - 1) / each, int.MaxValue);
    }

    /// <summary>
    /// Large writes fill buffers of up to half the peer's window (tcp_bound_to_half_wnd), and the last one may exceed the limit: at least
    /// one such buffer always goes. Measured: 22 segments of 1448 with a peer's window of 65160, whatever SO_SNDBUF is.
    /// </summary>
    public static string Note(long bytes, long? peerWindow, int mss)
    {
        var sized = string.Create(CultureInfo.InvariantCulture, $"{bytes} bytes by the kernel's count, for segments written one by one");
        return peerWindow is { } window && mss > 0 && window / 2 / mss > Segments(bytes, mss)
            ? string.Create(CultureInfo.InvariantCulture, $"{sized}; one large write sends {window / 2 / mss} or more")
            : sized;
    }
}
