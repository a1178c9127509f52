using System.Runtime.InteropServices;

namespace IwTune.Agent.Windows.Probing;

/// <summary>
/// What Windows reports about one TCP connection: TCP_INFO_v0 and what later versions add behind it (mstcpip.h). Unlike Linux it counts the
/// congestion window in bytes.
/// </summary>
internal sealed record WindowsTcpInfo
{
    /// <summary>Bytes of TCP_INFO_v0 (Windows 10 1703), the least there is.</summary>
    public const int LengthOfV0 = 88;

    /// <summary>Bytes of TCP_INFO_v1 (Windows 10 1809, Server 2019).</summary>
    public const int LengthOfV1 = 136;

    // TCPSTATE (mstcpip.h).
    private const int Closed = 0,
        Established = 4,
        TimeWait = 10;

    /// <summary>TCPSTATE.</summary>
    public required int State { get; init; }

    /// <summary>Sender's maximum segment size, bytes.</summary>
    public required uint Mss { get; init; }

    /// <summary>True when both sides send timestamps, which take twelve bytes of each segment.</summary>
    public required bool Timestamps { get; init; }

    /// <summary>Estimated round-trip time, microseconds; 0 before one was measured.</summary>
    public required uint RttMicroseconds { get; init; }

    /// <summary>Bytes of data sent and not acknowledged.</summary>
    public uint BytesInFlight { get; init; }

    /// <summary>Congestion window, bytes.</summary>
    public required uint CwndBytes { get; init; }

    /// <summary>The window the peer announces, bytes (SND.WND).</summary>
    public required uint PeerWindowBytes { get; init; }

    /// <summary>Bytes of data sent.</summary>
    public required ulong BytesOut { get; init; }

    /// <summary>Bytes of data retransmitted.</summary>
    public required uint BytesSentAgain { get; init; }

    /// <summary>SYNs retransmitted.</summary>
    public required byte SynsSentAgain { get; init; }

    /// <summary>True once the handshake is over and the connection was not closed yet.</summary>
    public bool IsEstablished => State == Established;

    /// <summary>Reads what an ioctl returned.</summary>
    /// <returns><see langword="null"/> for fewer bytes than version 0 has, or for what is no state of a connection.</returns>
    public static WindowsTcpInfo? Parse(ReadOnlySpan<byte> raw)
    {
        if (raw.Length < LengthOfV0)
            return null;
        var told = MemoryMarshal.Read<NativeTcpInfo>(raw);
        if (told.State is < Closed or > TimeWait)
            return null;
        return new WindowsTcpInfo
        {
            State = told.State,
            Mss = told.Mss,
            Timestamps = told.TimestampsEnabled != 0,
            RttMicroseconds = told.RttUs,
            BytesInFlight = told.BytesInFlight,
            CwndBytes = told.Cwnd,
            PeerWindowBytes = told.SndWnd,
            BytesOut = told.BytesOut,
            BytesSentAgain = told.BytesRetrans,
            SynsSentAgain = told.SynRetrans,
        };
    }
}
