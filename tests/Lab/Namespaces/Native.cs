using System.ComponentModel;
using System.Runtime.InteropServices;

namespace IwTune.Lab;

/// <summary>The calls the laboratory needs that .NET has no face for.</summary>
internal static partial class Native
{
    private const int NewNet = 0x40000000;
    private const int NewMount = 0x00020000;
    private const ulong MountSlaveRecursive = (1 << 19) | (1 << 14);
    private const int DetachLazily = 2;

    /// <summary>
    /// Moves this thread into a network namespace, with a /sys of its own because /sys shows the namespace it was mounted in
    /// (the same three calls as iproute2's lib/namespace.c).
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

    /// <summary>Whether a thread of this process may make a network namespace; 0, or the errno.</summary>
    public static int TryUnshareNetwork()
    {
        var error = 0;
        var thread = new Thread(() => error = Unshare(NewNet) == 0 ? 0 : Marshal.GetLastPInvokeError());
        thread.Start();
        thread.Join();
        return error;
    }

    public static void Signal(int pid, int signal) => _ = Kill(pid, signal);

    public static bool Alive(int pid) => Kill(pid, 0) == 0 || Marshal.GetLastPInvokeError() != 3;

    private static void Check(int result, string tried)
    {
        if (result == 0) return;
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

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int Kill(int pid, int signal);
}
