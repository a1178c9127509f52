using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace IwTune.Agent.Local;

/// <summary>Files that are either the old ones or the new ones, also after a power cut.</summary>
public static partial class DurableFile
{
    /// <summary>Only the daemon's own user may read it.</summary>
    public const UnixFileMode Secret = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>Everybody may read it.</summary>
    public const UnixFileMode Readable = Secret | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    /// <summary>Writes a sibling, flushes it, renames it over the file and flushes the directory, in this order.</summary>
    /// <exception cref="IOException">Disk full, or the directory cannot be written; the file is as it was.</exception>
    /// <exception cref="UnauthorizedAccessException">No permission; the file is as it was.</exception>
    public static void Replace(string path, ReadOnlySpan<byte> content, UnixFileMode mode = Secret)
    {
        var sibling = path + ".new";
        File.Delete(sibling);
        using (var stream = new FileStream(sibling, Creating(mode)))
        {
            stream.Write(content);
            stream.Flush(flushToDisk: true);
        }
        File.Move(sibling, path, overwrite: true);
        FlushDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
    }

    /// <summary>Deletes the file if it is there, and flushes the directory so that it stays deleted.</summary>
    public static void Delete(string path)
    {
        if (!File.Exists(path))
            return;
        File.Delete(path);
        FlushDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
    }

    /// <summary>Makes a rename, creation or deletion in this directory last (fsync(2): a file's own fsync does not cover its directory entry).</summary>
    public static void FlushDirectory(string directory)
    {
        if (OperatingSystem.IsWindows())
            return; // NTFS journals its own metadata and offers no flush of a directory.
        var handle = Open(directory, 0);
        if (handle < 0)
            throw new IOException($"The directory {directory} could not be opened to flush it: error {Marshal.GetLastPInvokeError()}.");
        try
        {
            if (Sync(handle) != 0)
                throw new IOException($"The directory {directory} could not be flushed: error {Marshal.GetLastPInvokeError()}.");
        }
        finally
        {
            _ = Close(handle);
        }
    }

    private static FileStreamOptions Creating(UnixFileMode mode)
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, BufferSize = 0 };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = mode;
        return options;
    }

    [UnsupportedOSPlatform("windows")]
    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);

    [UnsupportedOSPlatform("windows")]
    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    private static partial int Sync(int handle);

    [UnsupportedOSPlatform("windows")]
    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int Close(int handle);
}
