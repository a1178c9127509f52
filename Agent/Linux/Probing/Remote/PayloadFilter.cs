using System.Buffers.Binary;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using IwTune.Agent.Linux.Captures;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>
/// A classic BPF program on a TCP socket that drops every segment with payload before the kernel acknowledges it, and passes segments
/// without payload. The peer sees an open window and no acknowledgement, and can send no more than its initial window.
/// </summary>
internal static class PayloadFilter
{
    private const int Detach = 27; // SO_DETACH_FILTER

    // include/uapi/linux/bpf_common.h; the packet begins with the TCP header (tcp_filter, net/ipv4/tcp_ipv4.c).
    private static readonly ClassicFilter.Instruction[] Program =
    [
        new(0x30, 0, 0, 12), // ldb [12]       data offset, upper four bits
        new(0x74, 0, 0, 4), // rsh #4
        new(0x64, 0, 0, 2), // lsh #2         header length, bytes
        new(0x07, 0, 0, 0), // tax
        new(0x80, 0, 0, 0), // ld len
        new(0x2d, 0, 1, 0), // jgt x          longer than its header?
        new(0x06, 0, 0, 0), // ret #0         then drop
        new(0x06, 0, 0, 0xffffffff), // ret #-1        else keep
    ];

    /// <summary>From now on drops and counts segments with payload (<see cref="DropCounter"/>).</summary>
    /// <exception cref="HostUnsupportedException">The kernel does not permit it, or does not know it.</exception>
    public static void Drop(Socket connection)
    {
        if (ClassicFilter.Attach(connection.SafeHandle, Program) == 0)
            return;
        throw Marshal.GetLastPInvokeError() is LibC.EPERM or LibC.EACCES
            ? new HostUnsupportedException(
                "A remote initial window is read by dropping the segments of one connection (SO_ATTACH_FILTER), and this kernel permits "
                    + "that only with the capability CAP_NET_ADMIN. Nothing was sent. Run it with sudo."
            )
            {
                Privilege = "CAP_NET_ADMIN",
            }
            : new HostUnsupportedException(
                $"A filter cannot be attached to a socket here: {Marshal.GetLastPInvokeErrorMessage()}. Nothing was sent."
            );
    }

    /// <summary>Passes every segment again.</summary>
    /// <exception cref="SocketException">The kernel refused.</exception>
    public static void Pass(Socket connection)
    {
        Span<byte> unused = stackalloc byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(unused, 0);
        connection.SetRawSocketOption(LibC.SOL_SOCKET, Detach, unused);
    }
}
