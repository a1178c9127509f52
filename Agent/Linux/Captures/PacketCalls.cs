using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Linux.Captures;

/// <summary>The calls of the C library for packet(7), and their numbers.</summary>
internal static partial class PacketCalls
{
    public const int AF_PACKET = 17;
    public const int SOCK_DGRAM = 2;
    public const int SOL_PACKET = 263;
    public const int PACKET_STATISTICS = 6;
    public const byte PACKET_OUTGOING = 4;
    public const ushort ARPHRD_LOOPBACK = 772;

    /// <summary>The time of the packet that was received last.</summary>
    public const nuint SIOCGSTAMPNS = 0x8907;

    /// <summary>ETH_P_ALL in network byte order.</summary>
    public const ushort AllProtocols = 0x0300;

    [LibraryImport("libc", EntryPoint = "bind", SetLastError = true)]
    public static partial int Bind(SafeFileHandle socket, in LinkAddress address, int length);

    [LibraryImport("libc", EntryPoint = "recvfrom", SetLastError = true)]
    public static partial nint ReceiveFrom(
        SafeFileHandle socket,
        Span<byte> bytes,
        nint length,
        int flags,
        ref LinkAddress from,
        ref int fromLength
    );

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    public static partial int ReadTime(SafeFileHandle socket, nuint request, ref TimeSpecification time);

    [LibraryImport("libc", EntryPoint = "getsockopt", SetLastError = true)]
    public static partial int GetOption(SafeFileHandle socket, int level, int option, ref Statistics value, ref int length);

    /// <summary>struct sockaddr_ll.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct LinkAddress
    {
        public ushort Family;
        public ushort Protocol;
        public int Interface;
        public ushort Hardware;
        public byte Kind;
        public byte Length;
        public ulong Address;
    }

    /// <summary>struct tpacket_stats.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Statistics
    {
        public uint Packets;
        public uint Drops;
    }

    /// <summary>struct timespec of a 64-bit system.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TimeSpecification
    {
        public long Seconds;
        public long Nanoseconds;
    }
}
