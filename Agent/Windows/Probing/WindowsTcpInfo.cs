using System.Buffers.Binary;

namespace IwTune.Agent.Windows.Probing;

/// <summary>
/// What Windows reports about one TCP connection: TCP_INFO_v0 and what later versions add behind it (mstcpip.h; offsets computed by
/// compiling it). Unlike Linux it counts the congestion window in bytes.
/// </summary>
internal sealed record WindowsTcpInfo
{
    /// <summary>Bytes of TCP_INFO_v0 (Windows 10 1703), the least there is.</summary>
    public const int LengthOfV0 = 88;

    /// <summary>Bytes of TCP_INFO_v1 (Windows 10 1809, Server 2019).</summary>
    public const int LengthOfV1 = 136;

    private const int Established = 4;

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

    /// <summary>Bytes of data sent again.</summary>
    public required uint BytesSentAgain { get; init; }

    /// <summary>SYNs sent again.</summary>
    public required byte SynsSentAgain { get; init; }

    /// <summary>True once the handshake is over and the connection was not closed yet.</summary>
    public bool IsEstablished => State == Established;

    /// <summary>Reads what an ioctl returned.</summary>
    /// <returns><see langword="null"/> for fewer bytes than version 0 has, or for what is no state of a connection.</returns>
    public static WindowsTcpInfo? Parse(ReadOnlySpan<byte> raw)
    {
        const int lastState = 10;
        if (raw.Length < LengthOfV0 || BinaryPrimitives.ReadInt32LittleEndian(raw) is < 0 or > lastState)
            return null;
        return new WindowsTcpInfo
        {
            State = BinaryPrimitives.ReadInt32LittleEndian(raw),
            Mss = U32(raw, 4),
            Timestamps = raw[16] != 0,
            RttMicroseconds = U32(raw, 20),
            BytesInFlight = U32(raw, 28),
            CwndBytes = U32(raw, 32),
            PeerWindowBytes = U32(raw, 36),
            BytesOut = BinaryPrimitives.ReadUInt64LittleEndian(raw[48..]),
            BytesSentAgain = U32(raw, 68),
            SynsSentAgain = raw[84],
        };
    }

    private static uint U32(ReadOnlySpan<byte> raw, int offset) => BinaryPrimitives.ReadUInt32LittleEndian(raw[offset..]);
}
