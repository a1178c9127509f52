using System.Runtime.InteropServices;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.Facts;

/// <summary>
/// MIB_TCPSTATS2 (tcpmib.h): nine DWORDs and padding, InSegs and OutSegs as 64 bits, then RetransSegs and three more as 32.
/// </summary>
internal static class TcpStatistics
{
    public const int Length = 72;

    public static TcpCounts Parse(ReadOnlySpan<byte> raw)
    {
        var told = MemoryMarshal.Read<Counters>(raw);
        return new TcpCounts(told.OutSegs, told.RetransSegs);
    }

    [StructLayout(LayoutKind.Explicit, Size = Length)]
    private struct Counters
    {
        [FieldOffset(48)]
        public long OutSegs;

        [FieldOffset(56)]
        public uint RetransSegs;
    }
}
