using System.Runtime.InteropServices;

namespace IwTune.Agent.Windows.Probing;

/// <summary>
/// The extended statistics of one connection (RFC 4898; tcpestats.h, 64 bits): the only method before TCP_INFO, and only for
/// administrators.
/// </summary>
/// <param name="CwndBytes">Congestion window, bytes.</param>
/// <param name="Mss">Sender's maximum segment size, bytes.</param>
/// <remarks>They count from when they are switched on, which is after the handshake: a SYN that was retransmitted is not in them.</remarks>
internal sealed record ExtendedStatistics(uint CwndBytes, uint Mss)
{
    /// <summary>Bytes of TCP_ESTATS_SND_CONG_ROD_v0.</summary>
    public const int CongestionLength = 88;

    /// <summary>Bytes of TCP_ESTATS_PATH_ROD_v0.</summary>
    public const int PathLength = 160;

    /// <summary>Reads both.</summary>
    /// <returns><see langword="null"/> when one is too short, or reports nothing: what is not collected is zero.</returns>
    public static ExtendedStatistics? Parse(ReadOnlySpan<byte> congestion, ReadOnlySpan<byte> path)
    {
        if (congestion.Length < CongestionLength || path.Length < PathLength)
            return null;
        var (sender, way) = (MemoryMarshal.Read<SenderCongestion>(congestion), MemoryMarshal.Read<PathState>(path));
        return sender.CurCwnd == 0 || way.CurMss == 0 ? null : new ExtendedStatistics(sender.CurCwnd, way.CurMss);
    }

    [StructLayout(LayoutKind.Explicit, Size = CongestionLength)]
    private struct SenderCongestion
    {
        [FieldOffset(60)]
        public uint CurCwnd;
    }

    [StructLayout(LayoutKind.Explicit, Size = PathLength)]
    private struct PathState
    {
        [FieldOffset(144)]
        public uint CurMss;
    }
}
