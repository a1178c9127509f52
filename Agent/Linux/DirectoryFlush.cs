using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux;

/// <summary>
/// fsync(2) of a directory, without which a new or renamed file may be gone after a power cut. The base library cannot open directories.
/// </summary>
internal static partial class DirectoryFlush
{
    private const int ReadOnlyDirectoryCloseOnExec = 0x10000 | 0x80000; // O_RDONLY | O_DIRECTORY | O_CLOEXEC, asm-generic/fcntl.h

    /// <exception cref="IOException">The directory cannot be opened or flushed.</exception>
    public static void Flush(string path)
    {
        var descriptor = Open(path, ReadOnlyDirectoryCloseOnExec);
        if (descriptor < 0)
            throw Failed("open", path);
        try
        {
            if (Sync(descriptor) != 0)
                throw Failed("flush", path);
        }
        finally
        {
            _ = Close(descriptor);
        }
    }

    private static IOException Failed(string what, string path) =>
        new($"Could not {what} the directory {path}: {Marshal.GetLastPInvokeErrorMessage()}");

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    private static partial int Sync(int descriptor);

    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int Close(int descriptor);
}
