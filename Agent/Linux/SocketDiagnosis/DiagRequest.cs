using System.Runtime.InteropServices;
using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.SocketDiagnosis;

/// <summary>Asks for the TCP sockets of a network namespace (struct inet_diag_req_v2, include/uapi/linux/inet_diag.h).</summary>
internal static class DiagRequest
{
    private const int Length = 56;
    private const byte Tcp = 6;

    /// <summary>
    /// Connections that are established and not over: ESTABLISHED, FIN_WAIT1, FIN_WAIT2, CLOSE_WAIT, LAST_ACK, CLOSING. And listeners: the
    /// connections they accept inherit their congestion control.
    /// </summary>
    private const uint Living = 1 << 1 | 1 << 4 | 1 << 5 | 1 << 8 | 1 << 9 | 1 << 10 | 1 << 11;

    /// <summary>Listeners alone: the kernel then does not walk its table of connections (inet_diag_dump_icsk).</summary>
    private const uint Listening = 1 << 10;

    /// <param name="family">AF_INET or AF_INET6.</param>
    public static byte[] Dump(byte family) => Dump(family, Living);

    /// <inheritdoc cref="Dump(byte)"/>
    public static byte[] Listeners(byte family) => Dump(family, Listening);

    private static byte[] Dump(byte family, uint states)
    {
        Span<byte> body = stackalloc byte[Length];
        body.Clear();
        body[0] = family;
        body[1] = Tcp;
        body[2] = (byte)(
            Extension(DiagAttribute.Info) | Extension(DiagAttribute.CongestionControl) | Extension(DiagAttribute.SocketMemory)
        );
        MemoryMarshal.Write(body[4..], in states);
        return new NetlinkWriter().Bytes(body).ToMessage(MessageType.SocketByFamily, RequestFlags.Request | RequestFlags.Dump);
    }

    private static int Extension(DiagAttribute attribute) => 1 << ((int)attribute - 1);
}

/// <summary>INET_DIAG_*: what comes with a socket.</summary>
internal enum DiagAttribute
{
    Info = 2,
    CongestionControl = 4,
    SocketMemory = 7,
}

/// <summary>SKNLGRP_*: the groups that are notified when a socket is destroyed (include/uapi/linux/sock_diag.h).</summary>
internal enum DestroyGroup
{
    Ipv4Tcp = 1,
    Ipv6Tcp = 3,
}
