using System.Runtime.InteropServices;

namespace IwTune.Agent.Windows.Probing;

/// <summary>The fields of TCP_INFO_v0 (mstcpip.h) that the agent reads. Later versions add fields behind it and move none.</summary>
[StructLayout(LayoutKind.Explicit, Size = WindowsTcpInfo.LengthOfV0)]
internal struct NativeTcpInfo
{
    [FieldOffset(0)]
    public int State;

    [FieldOffset(4)]
    public uint Mss;

    [FieldOffset(16)]
    public byte TimestampsEnabled;

    [FieldOffset(20)]
    public uint RttUs;

    [FieldOffset(28)]
    public uint BytesInFlight;

    [FieldOffset(32)]
    public uint Cwnd;

    [FieldOffset(36)]
    public uint SndWnd;

    [FieldOffset(48)]
    public ulong BytesOut;

    [FieldOffset(68)]
    public uint BytesRetrans;

    [FieldOffset(84)]
    public byte SynRetrans;
}
