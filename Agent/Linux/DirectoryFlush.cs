using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Linux;

/// <summary>
/// fsync(2) of a directory, without which a new or renamed file may be gone after a power cut. The base library cannot open directories.
/// </summary>
internal static partial class DirectoryFlush
{
    /// <exception cref="IOException">The directory cannot be opened or flushed.</exception>
    public static void Flush(string path)
    {
        using var directory = OpenDirectory.Of(path);
        if (directory.IsInvalid)
            throw Failed("open", path);
        if (Sync(directory) != 0)
            throw Failed("flush", path);
    }

    private static IOException Failed(string what, string path) =>
        new($"Could not {what} the directory {path}: {Marshal.GetLastPInvokeErrorMessage()}");

    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    private static partial int Sync(SafeFileHandle directory);
}
