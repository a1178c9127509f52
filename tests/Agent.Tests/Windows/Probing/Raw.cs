using System.Buffers.Binary;

namespace IwTune.Agent.Tests.Windows.Probing;

/// <summary>Bytes as Windows lays them out, written from the documented offsets (mstcpip.h, tcpestats.h).</summary>
internal static class Raw
{
    public const int Established = 4;

    /// <summary>TCP_INFO of a version: 88 bytes for 0, 136 for 1, 152 for 2.</summary>
    public static byte[] TcpInfo(
        int version,
        uint mss,
        uint cwnd,
        int state = Established,
        uint rtt = 23_000,
        uint peerWindow = 65_535,
        ulong bytesOut = 0,
        uint sentAgain = 0,
        byte syns = 0,
        bool timestamps = false
    )
    {
        var raw = new byte[
            version switch
            {
                0 => 88,
                1 => 136,
                _ => 152,
            }
        ];
        Put(raw, 0, (uint)state);
        Put(raw, 4, mss);
        raw[16] = timestamps ? (byte)1 : (byte)0;
        Put(raw, 20, rtt);
        Put(raw, 24, rtt);
        Put(raw, 32, cwnd);
        Put(raw, 36, peerWindow);
        BinaryPrimitives.WriteUInt64LittleEndian(raw.AsSpan(48), bytesOut);
        Put(raw, 68, sentAgain);
        raw[84] = syns;
        // Fields added by later versions must not be read as earlier ones.
        raw.AsSpan(88).Fill(0xAA);
        return raw;
    }

    public static byte[] Congestion(uint cwnd)
    {
        var raw = new byte[88];
        Put(raw, 60, cwnd);
        return raw;
    }

    public static byte[] Path(uint mss)
    {
        var raw = new byte[160];
        Put(raw, 144, mss);
        return raw;
    }

    private static void Put(byte[] raw, int offset, uint value) => BinaryPrimitives.WriteUInt32LittleEndian(raw.AsSpan(offset), value);
}
