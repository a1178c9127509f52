using System.Net.Sockets;
using System.Runtime.InteropServices;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>
/// How many segments a socket has dropped: the kernel counts each segment of a merged packet (sk_drops_add, include/net/sock.h).
/// </summary>
internal static class DropCounter
{
    private const int SocketLevel = 1; // SOL_SOCKET
    private const int MemoryInfo = 55; // SO_MEMINFO, since Linux 4.12
    private const int Drops = 8; // SK_MEMINFO_DROPS, include/uapi/linux/sock_diag.h
    private const int Words = 9;

    /// <exception cref="HostUnsupportedException">The kernel is older than 4.12.</exception>
    public static int Read(Socket connection)
    {
        Span<uint> words = stackalloc uint[Words];
        try
        {
            var length = connection.GetRawSocketOption(SocketLevel, MemoryInfo, MemoryMarshal.AsBytes(words));
            if (length == Words * sizeof(uint))
                return (int)words[Drops];
        }
        catch (SocketException old)
        {
            throw new HostUnsupportedException(
                $"This kernel does not count what a socket drops (SO_MEMINFO, Linux 4.12 and later): {old.Message}.",
                old
            );
        }
        throw new HostUnsupportedException(
            "This kernel does not count what a socket drops (SO_MEMINFO with SK_MEMINFO_DROPS, Linux 4.12 and later)."
        );
    }
}
