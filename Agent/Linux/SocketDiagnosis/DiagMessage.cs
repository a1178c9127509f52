using System.Buffers.Binary;
using System.Net;
using System.Runtime.InteropServices;
using IwTune.Agent.Linux.Effective;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Probing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.SocketDiagnosis;

/// <summary>A socket as the kernel reports it (struct inet_diag_msg and attributes), as a connection.</summary>
internal static class DiagMessage
{
    private const int Length = 72;
    private const byte Established = 1;
    private const byte CloseWait = 8;
    private const byte Listening = 10;

    /// <summary>::ffff:0:0/96, in the low half of an address.</summary>
    private const ulong Mapped = 0xffff_0000_0000;

    /// <summary>SK_MEMINFO_SNDBUF, the fourth word of INET_DIAG_SKMEMINFO.</summary>
    private const int SendBufferOffset = 3 * sizeof(uint);

    /// <returns><see langword="null"/> for a socket that was never connected, such as a listener's.</returns>
    /// <exception cref="NetlinkFormatException">The bytes are no socket.</exception>
    public static Connection? Read(ReadOnlySpan<byte> raw)
    {
        Head(raw);
        TcpInfo? info = null;
        long sendBuffer = 0;
        var congestion = "";
        foreach (var attribute in new Attributes(raw[Length..]))
        {
            if (attribute.Type == (ushort)DiagAttribute.Info)
                info = TcpInfo.Parse(attribute.Payload);
            else if (attribute.Type == (ushort)DiagAttribute.SocketMemory && attribute.Payload.Length >= SendBufferOffset + sizeof(uint))
                sendBuffer = MemoryMarshal.Read<uint>(attribute.Payload[SendBufferOffset..]);
            else if (attribute.Type == (ushort)DiagAttribute.CongestionControl)
                congestion = CongestionName.Of(attribute.Payload);
        }
        var remotePort = BinaryPrimitives.ReadUInt16BigEndian(raw[6..]);
        return info is not { WasConnected: true } || remotePort == 0
            ? null
            : ToConnection(raw, remotePort, info, sendBuffer) with
            {
                CongestionControl = congestion,
            };
    }

    /// <summary>True for a socket that accepts connections.</summary>
    /// <exception cref="NetlinkFormatException">The bytes are no socket.</exception>
    public static bool IsListener(ReadOnlySpan<byte> raw) => Head(raw)[1] == Listening;

    /// <summary>The cookie.</summary>
    /// <exception cref="NetlinkFormatException">The bytes are no socket.</exception>
    public static ulong Id(ReadOnlySpan<byte> raw) => MemoryMarshal.Read<ulong>(Head(raw)[44..]);

    /// <exception cref="NetlinkFormatException">The bytes are no socket.</exception>
    public static int LocalPort(ReadOnlySpan<byte> raw) => BinaryPrimitives.ReadUInt16BigEndian(Head(raw)[4..]);

    /// <summary>The other end's address as a number, the same for IPv4 with a socket of either family.</summary>
    /// <exception cref="NetlinkFormatException">The bytes are no socket.</exception>
    public static UInt128 Peer(ReadOnlySpan<byte> raw) =>
        Head(raw)[0] == RouteNumbers.Inet
            ? new UInt128(0, Mapped | BinaryPrimitives.ReadUInt32BigEndian(raw[24..]))
            : BinaryPrimitives.ReadUInt128BigEndian(raw[24..]);

    /// <summary>The name of its congestion control as reported; empty when it is not.</summary>
    /// <exception cref="NetlinkFormatException">The bytes are no socket.</exception>
    public static ReadOnlySpan<byte> CongestionControl(ReadOnlySpan<byte> raw)
    {
        foreach (var attribute in new Attributes(raw[Head(raw).Length..]))
        {
            if (attribute.Type == (ushort)DiagAttribute.CongestionControl)
                return attribute.Payload;
        }
        return default;
    }

    /// <summary>True for a connection that may still send and has not, found without reading the rest of it.</summary>
    /// <exception cref="NetlinkFormatException">The bytes are no socket.</exception>
    public static bool IsFresh(ReadOnlySpan<byte> raw)
    {
        if (Head(raw)[1] is not (Established or CloseWait))
            return false;
        foreach (var attribute in new Attributes(raw[Length..]))
        {
            if (attribute.Type == (ushort)DiagAttribute.Info)
                return TcpInfo.HasSentNothing(attribute.Payload);
        }
        return false;
    }

    private static ReadOnlySpan<byte> Head(ReadOnlySpan<byte> raw) =>
        raw.Length < Length ? throw new NetlinkFormatException($"a socket of {raw.Length} bytes is too short") : raw[..Length];

    private static Connection ToConnection(ReadOnlySpan<byte> raw, int remotePort, TcpInfo info, long sendBuffer) =>
        new()
        {
            Id = MemoryMarshal.Read<ulong>(raw[44..]),
            Local = new IPEndPoint(Address(raw[0], raw[8..]), BinaryPrimitives.ReadUInt16BigEndian(raw[4..])),
            Remote = new IPEndPoint(Address(raw[0], raw[24..]), remotePort),
            BoundInterface = MemoryMarshal.Read<int>(raw[40..]),
            CanSend = raw[1] is Established or CloseWait,
            Mss = info.SendMss,
            Cwnd = info.SendCwnd,
            RttMicroseconds = info.MinRttMicroseconds,
            SmoothedRttMicroseconds = info.RttMicroseconds > 0 ? info.RttMicroseconds : null,
            SlowStartThreshold = info.SlowStartThreshold,
            DeliveryRate = info.DeliveryRate,
            DeliveryHeldByApplication = info.DeliveryHeldByApplication,
            BytesAcknowledged = info.BytesAcknowledged,
            BusyMicroseconds = info.BusyMicroseconds,
            Marked = info.DeliveredMarked > 0,
            SentAgain = info.TotalRetransmits,
            DataSegments = info.DataSegmentsOut,
            // Before 4.19 bytes are not reported; segments are the nearest value.
            BytesSent = info is { BytesSent: { } sent, BytesSentAgain: { } again }
                ? sent - again
                : (long)info.DataSegmentsOut * info.SendMss,
            DataSentAgain = info.BytesSentAgain is { } bytes && info.SendMss > 0 ? (int)((bytes + info.SendMss - 1) / info.SendMss) : null,
            PeerWindow = info.PeerWindowBytes,
            SendBufferSegments = sendBuffer > 0 && info.SendMss > 0 ? SendBufferRoom.Segments(sendBuffer, info.SendMss) : null,
            HeldByPeer = info.HeldByPeerMicroseconds > 0,
            HeldBySendBuffer = info.HeldBySendBufferMicroseconds > 0,
        };

    /// <summary>A socket of both families that speaks IPv4 is served by the IPv4 route.</summary>
    private static IPAddress Address(byte family, ReadOnlySpan<byte> bytes)
    {
        var address = new IPAddress(bytes[..(family == RouteNumbers.Inet ? 4 : 16)]);
        return address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;
    }
}
