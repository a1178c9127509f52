using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>The calls of the C library that the codec needs, and their numbers on Linux.</summary>
internal static partial class LibC
{
    public const int AF_NETLINK = 16;
    public const int SOCK_RAW = 3;
    public const int SOCK_CLOEXEC = 0x80000;
    public const int SOL_SOCKET = 1;
    public const int SO_RCVTIMEO = 20;
    public const int SO_RCVBUFFORCE = 33;
    public const int SOL_NETLINK = 270;
    public const int MSG_TRUNC = 0x20;
    public const int MSG_DONTWAIT = 0x40;
    public const int EPERM = 1;
    public const int ENOENT = 2;
    public const int ESRCH = 3;
    public const int EINTR = 4;
    public const int EAGAIN = 11;
    public const int EACCES = 13;
    public const int EEXIST = 17;
    public const int ENODEV = 19;
    public const int ENOBUFS = 105;

    [LibraryImport("libc", EntryPoint = "socket", SetLastError = true)]
    public static partial SafeFileHandle Socket(int domain, int type, int protocol);

    [LibraryImport("libc", EntryPoint = "bind", SetLastError = true)]
    public static partial int Bind(SafeFileHandle socket, in NetlinkAddress address, int length);

    [LibraryImport("libc", EntryPoint = "getsockname", SetLastError = true)]
    public static partial int GetSocketName(SafeFileHandle socket, ref NetlinkAddress address, ref int length);

    [LibraryImport("libc", EntryPoint = "setsockopt", SetLastError = true)]
    public static partial int SetOption(SafeFileHandle socket, int level, int option, in int value, int length);

    [LibraryImport("libc", EntryPoint = "setsockopt", SetLastError = true)]
    public static partial int SetOption(SafeFileHandle socket, int level, int option, in TimeValue value, int length);

    [LibraryImport("libc", EntryPoint = "sendto", SetLastError = true)]
    public static partial nint SendTo(
        SafeFileHandle socket,
        ReadOnlySpan<byte> bytes,
        nint length,
        int flags,
        in NetlinkAddress to,
        int toLength
    );

    [LibraryImport("libc", EntryPoint = "recvfrom", SetLastError = true)]
    public static partial nint ReceiveFrom(
        SafeFileHandle socket,
        Span<byte> bytes,
        nint length,
        int flags,
        ref NetlinkAddress from,
        ref int fromLength
    );

    [LibraryImport("libc", EntryPoint = "clock_gettime", SetLastError = true)]
    public static partial int GetTime(int clock, ref TimeValue time);

    /// <summary>struct sockaddr_nl. Port 0 is the kernel.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct NetlinkAddress
    {
        public ushort Family;
        public ushort Pad;
        public uint Port;
        public uint Groups;
    }

    /// <summary>struct timeval of a 64-bit system.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TimeValue
    {
        public nint Seconds;
        public nint Microseconds;
    }
}
