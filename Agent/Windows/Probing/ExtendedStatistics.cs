using System.Buffers.Binary;

namespace IwTune.Agent.Windows.Probing;

/// <summary>
/// The extended statistics of one connection (RFC 4898; tcpestats.h, 64 bits): the only method before TCP_INFO, and only for
/// administrators.
/// </summary>
/// <param name="CwndBytes">Congestion window, bytes.</param>
/// <param name="Mss">Sender's maximum segment size, bytes.</param>
/// <remarks>They count from when they are switched on, which is after the handshake: a SYN that was sent again is not in them.</remarks>
internal sealed record ExtendedStatistics(uint CwndBytes, uint Mss)
{
    /// <summary>Bytes of TCP_ESTATS_SND_CONG_ROD_v0.</summary>
    public const int CongestionLength = 88;

    /// <summary>Bytes of TCP_ESTATS_PATH_ROD_v0.</summary>
    public const int PathLength = 160;

    private const int CurCwnd = 60;
    private const int CurMss = 144;

    /// <summary>Reads both.</summary>
    /// <returns><see langword="null"/> when one is too short, or reports nothing: what is not collected is zero.</returns>
    public static ExtendedStatistics? Parse(ReadOnlySpan<byte> congestion, ReadOnlySpan<byte> path)
    {
        if (congestion.Length < CongestionLength || path.Length < PathLength)
            return null;
        var (cwnd, mss) = (U32(congestion, CurCwnd), U32(path, CurMss));
        return cwnd == 0 || mss == 0 ? null : new ExtendedStatistics(cwnd, mss);
    }

    private static uint U32(ReadOnlySpan<byte> raw, int offset) => BinaryPrimitives.ReadUInt32LittleEndian(raw[offset..]);
}
