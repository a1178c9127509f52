using System.Runtime.InteropServices;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.Facts;

/// <summary>
/// MIB_TCPSTATS2 (tcpmib.h): nine DWORDs and padding, InSegs and OutSegs as 64 bits, then RetransSegs and three more as 32.
/// </summary>
internal static class TcpStatistics
{
    public const int Length = 72;

    private const int OutSegments = 48,
        RetransmittedSegments = 56;

    public static TcpCounts Parse(ReadOnlySpan<byte> raw) =>
        new(MemoryMarshal.Read<long>(raw[OutSegments..]), MemoryMarshal.Read<uint>(raw[RetransmittedSegments..]));
}
