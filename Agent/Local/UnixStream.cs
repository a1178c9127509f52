using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Local;

/// <summary>
/// Connects to a Unix socket with two system calls. <see cref="System.Net.Sockets.Socket"/> would first start a thread with an epoll set
/// and open three more sockets to test the kernel's features; a command with one request is done before that.
/// </summary>
[UnsupportedOSPlatform("windows")]
internal static partial class UnixStream
{
    public const int NoSuchFile = 2,
        AccessDenied = 13,
        ConnectionRefused = 111; // asm-generic/errno-base.h, errno.h

    private const int FamilyUnix = 1,
        Stream = 1,
        CloseOnExec = 0x80000,
        PathLength = 108; // sys/un.h

    /// <returns>The connected stream, or the error number.</returns>
    public static (SafeFileHandle? Handle, int Error) Connect(string path)
    {
        Span<byte> address = stackalloc byte[2 + PathLength];
        address.Clear();
        if (Encoding.UTF8.GetByteCount(path) >= PathLength)
            return (null, NoSuchFile);
        MemoryMarshal.Write(address, (ushort)FamilyUnix);
        Encoding.UTF8.GetBytes(path, address[2..]);
        var handle = new SafeFileHandle(Socket(FamilyUnix, Stream | CloseOnExec, 0), ownsHandle: true);
        if (!handle.IsInvalid && Connect(handle, address, address.Length) == 0)
            return (handle, 0);
        var error = Marshal.GetLastPInvokeError();
        handle.Dispose();
        return (null, error);
    }

    [LibraryImport("libc", EntryPoint = "socket", SetLastError = true)]
    private static partial IntPtr Socket(int family, int type, int protocol);

    [LibraryImport("libc", EntryPoint = "connect", SetLastError = true)]
    private static partial int Connect(SafeFileHandle socket, ReadOnlySpan<byte> address, int length);
}
