using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Probing;

/// <summary>
/// What the kernel says of one TCP connection (struct tcp_info, include/uapi/linux/tcp.h). Right after the handshake, before any data,
/// the congestion window is the initial window that the connection got.
/// </summary>
/// <param name="SendMss">Sender's maximum segment size, bytes.</param>
/// <param name="SendCwnd">Congestion window, segments.</param>
/// <param name="RttMicroseconds">Smoothed round-trip time.</param>
/// <param name="TotalRetransmits">Segments sent again since the connection began, SYNs included.</param>
/// <param name="DataSegmentsOut">Segments with data sent; 0 while the window is still the initial one.</param>
/// <param name="PeerWindowBytes">The window the peer announces; <see langword="null"/> before Linux 5.4.</param>
/// <param name="SendBufferBytes">Data that fits the send buffer.</param>
public sealed record TcpInfo(
    int SendMss,
    int SendCwnd,
    long RttMicroseconds,
    int TotalRetransmits,
    int DataSegmentsOut,
    long? PeerWindowBytes,
    long SendBufferBytes)
{
    private const int IpProtoTcp = 6;
    private const int TcpInfoOption = 11;

    private const int SendMssOffset = 16;
    private const int RttOffset = 68;
    private const int SendCwndOffset = 80;
    private const int TotalRetransmitsOffset = 100;
    private const int DataSegmentsOutOffset = 156;
    private const int PeerWindowOffset = 228;

    /// <summary>Reads a connected socket's state as it is now.</summary>
    /// <exception cref="SocketException">The socket is no TCP connection, or was closed.</exception>
    public static TcpInfo Read(Socket connection)
    {
        Span<byte> raw = stackalloc byte[256];
        var length = connection.GetRawSocketOption(IpProtoTcp, TcpInfoOption, raw);
        // The kernel doubles what is asked for to make room for its bookkeeping (socket(7), SO_SNDBUF).
        return Parse(raw[..length], connection.SendBufferSize / 2);
    }

    /// <summary>Reads struct tcp_info as far as this kernel fills it.</summary>
    internal static TcpInfo Parse(ReadOnlySpan<byte> raw, long sendBufferBytes) => new(
        (int)At(raw, SendMssOffset),
        (int)At(raw, SendCwndOffset),
        At(raw, RttOffset),
        (int)At(raw, TotalRetransmitsOffset),
        (int)At(raw, DataSegmentsOutOffset),
        raw.Length >= PeerWindowOffset + sizeof(uint) ? At(raw, PeerWindowOffset) : null,
        sendBufferBytes);

    private static uint At(ReadOnlySpan<byte> raw, int offset) =>
        raw.Length >= offset + sizeof(uint) ? MemoryMarshal.Read<uint>(raw[offset..]) : 0;
}
