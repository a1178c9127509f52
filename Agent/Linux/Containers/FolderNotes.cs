using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Linux.Containers;

/// <summary>
/// Notes of the kernel that a folder got or lost a folder (inotify(7)). What was noted is not read: only that something was.
/// </summary>
internal sealed partial class FolderNotes : IDisposable
{
    /// <summary>A host with more folders is read by the clock alone; the kernel allows 8,192 a user by default on old systems.</summary>
    private const int Most = 4096;

    // IN_NONBLOCK, IN_CLOEXEC of inotify_init1(2); IN_MOVED_TO, IN_CREATE, IN_DELETE, IN_ONLYDIR of inotify_add_watch(2)
    private const int Open = 0x800 | 0x80000;
    private const uint Folders = 0x80 | 0x100 | 0x200 | 0x01000000;

    private readonly SafeFileHandle _descriptor;
    private readonly HashSet<int> _watches = [];

    private FolderNotes(SafeFileHandle descriptor) => _descriptor = descriptor;

    /// <returns><see langword="null"/> when the kernel gives no more of them.</returns>
    public static FolderNotes? TryOpen() =>
        Initialize(Open) is >= 0 and var descriptor ? new FolderNotes(new SafeFileHandle(descriptor, ownsHandle: true)) : null;

    /// <summary>Watches a folder; one that is watched already, or cannot be, changes nothing.</summary>
    public void Watch(string folder)
    {
        if (_watches.Count < Most && Add(_descriptor, folder, Folders) is >= 0 and var watch)
            _watches.Add(watch);
    }

    /// <summary>Takes all notes.</summary>
    /// <returns>True when there were any.</returns>
    public unsafe bool Drain()
    {
        const uint removed = 0x8000; // IN_IGNORED
        var buffer = stackalloc byte[4096];
        var any = false;
        while (Read(_descriptor, buffer, 4096) is > 0 and var length)
        {
            any = true;
            // struct inotify_event: watch, mask, cookie, length of the name behind it
            for (var at = 0; at + 16 <= length; at += 16 + *(int*)(buffer + at + 12))
                if ((*(uint*)(buffer + at + 4) & removed) != 0)
                    _watches.Remove(*(int*)(buffer + at));
        }
        return any;
    }

    public void Dispose() => _descriptor.Dispose();

    [LibraryImport("libc", EntryPoint = "inotify_init1", SetLastError = true)]
    private static partial int Initialize(int flags);

    [LibraryImport("libc", EntryPoint = "inotify_add_watch", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Add(SafeFileHandle descriptor, string folder, uint mask);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    private static unsafe partial nint Read(SafeFileHandle descriptor, byte* buffer, nuint length);
}
