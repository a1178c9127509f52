using System.ComponentModel;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace IwTune.Lab;

/// <summary>The system calls that the laboratory needs and .NET does not provide.</summary>
internal static partial class Native
{
    private const int NewNet = 0x40000000;
    private const ulong Bind = 1 << 12;
    private const int NewMount = 0x00020000;
    private const ulong MountSlaveRecursive = (1 << 19) | (1 << 14);
    private const int DetachLazily = 2;

    /// <summary>
    /// Moves this thread into a network namespace, with its own /sys because /sys shows the namespace it was mounted in (the same three
    /// calls as iproute2's lib/namespace.c).
    /// </summary>
    public static void EnterNetwork(string path)
    {
        using var file = File.OpenHandle(path);
        Check(SetNs((int)file.DangerousGetHandle(), NewNet), $"enter {path}");
        Check(Unshare(NewMount), "make a mount namespace");
        Check(Mount("", "/", "none", MountSlaveRecursive, 0), "keep mounts from propagating");
        _ = Unmount("/sys", DetachLazily);
        Check(Mount("iwtune-lab", "/sys", "sysfs", 0, 0), "mount /sys of the namespace");
    }

    /// <summary>
    /// Makes a network namespace with its loopback up and keeps it under a name, as <c>ip netns add</c> does once its directory exists.
    /// </summary>
    public static void MakeNetwork(string path)
    {
        File.Open(path, FileMode.CreateNew).Dispose();
        // The thread stays in the new namespace, and ends.
        Exception? failed = null;
        var thread = new Thread(() =>
        {
            try
            {
                Check(Unshare(NewNet), "make a network namespace");
                Check(Mount("/proc/thread-self/ns/net", path, "none", Bind, 0), $"keep it as {path}");
                BringUp("lo");
            }
            catch (LabException e)
            {
                failed = e;
            }
        });
        thread.Start();
        thread.Join();
        if (failed is not null)
            throw failed;
    }

    /// <summary>Sets IFF_UP of a link in this thread's namespace (netdevice(7)).</summary>
    private static void BringUp(string link)
    {
        const nuint setFlags = 0x8914; // SIOCSIFFLAGS
        const int nameLength = 16;
        const short up = 1;
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        Span<byte> request = stackalloc byte[40]; // struct ifreq
        request.Clear();
        System.Text.Encoding.ASCII.GetBytes(link, request);
        BitConverter.TryWriteBytes(request[nameLength..], up);
        Check(IoControl((int)socket.Handle, setFlags, request), $"bring {link} up");
    }

    /// <summary>Whether a thread of this process may make a network namespace; 0, or the errno.</summary>
    public static int TryUnshareNetwork()
    {
        var error = 0;
        var thread = new Thread(() => error = Unshare(NewNet) == 0 ? 0 : Marshal.GetLastPInvokeError());
        thread.Start();
        thread.Join();
        return error;
    }

    /// <summary>Removes the mount of <c>ip netns add</c>; the namespace ends with the last process in it.</summary>
    public static void RemoveMountPoint(string path)
    {
        _ = Unmount(path, DetachLazily);
        File.Delete(path);
    }

    public static void Signal(int pid, int signal) => _ = Kill(pid, signal);

    public static bool Alive(int pid) => Kill(pid, 0) == 0 || Marshal.GetLastPInvokeError() != 3;

    private static void Check(int result, string tried)
    {
        if (result == 0)
            return;
        var error = Marshal.GetLastPInvokeError();
        throw new LabException($"could not {tried}: {new Win32Exception(error).Message}");
    }

    [LibraryImport("libc", EntryPoint = "setns", SetLastError = true)]
    private static partial int SetNs(int fd, int type);

    [LibraryImport("libc", EntryPoint = "unshare", SetLastError = true)]
    private static partial int Unshare(int flags);

    [LibraryImport("libc", EntryPoint = "mount", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Mount(string source, string target, string type, ulong flags, nint data);

    [LibraryImport("libc", EntryPoint = "umount2", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Unmount(string target, int flags);

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    private static partial int IoControl(int descriptor, nuint request, Span<byte> argument);

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int Kill(int pid, int signal);
}
