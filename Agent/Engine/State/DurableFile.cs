using IwTune.Agent.Linux;
using IwTune.Agent.Windows.Files;

namespace IwTune.Agent.Engine.State;

/// <summary>Files that are whole and on the disk when the call returns, or unchanged.</summary>
public static class DurableFile
{
    private const int PartsAtOnce = 32 * 1024;

    private const UnixFileMode OwnUserOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>Replaces the content of a file that only the daemon's own user may read.</summary>
    /// <exception cref="IOException">The disk is full or the directory cannot be written; the old content is still there.</exception>
    /// <exception cref="UnauthorizedAccessException">The directory may not be written.</exception>
    public static void Replace(string path, ReadOnlySpan<byte> content) => Replace(path, content, OwnUserOnly);

    /// <summary>
    /// As <see cref="Replace(string, ReadOnlySpan{byte})"/>, in parts: content of megabytes does not have to be in memory at once.
    /// </summary>
    /// <param name="path">The file.</param>
    /// <param name="parts">Its new content.</param>
    /// <exception cref="IOException">The disk is full or the directory cannot be written; the old content is still there.</exception>
    /// <exception cref="UnauthorizedAccessException">The directory may not be written.</exception>
    public static void ReplaceByParts(string path, IEnumerable<byte[]> parts)
    {
        using (var file = Create(path, PartsAtOnce))
        {
            foreach (var part in parts)
                file.Write(part);
            Finish(file, path);
        }
        Exchange(path);
    }

    /// <summary>
    /// Replaces the file's content: a temporary file beside it, flushed, renamed over it, and the directory flushed (rename(2) is atomic).
    /// </summary>
    /// <param name="path">The file.</param>
    /// <param name="content">Its new content.</param>
    /// <param name="mode">Who may read and write it, whatever the process's umask says; without effect on Windows.</param>
    /// <exception cref="IOException">The disk is full or the directory cannot be written; the old content is still there.</exception>
    /// <exception cref="UnauthorizedAccessException">The directory may not be written.</exception>
    public static void Replace(string path, ReadOnlySpan<byte> content, UnixFileMode mode)
    {
        using (var file = Create(path, buffer: 0))
        {
            file.Write(content);
            if (mode != OwnUserOnly && !OperatingSystem.IsWindows())
                File.SetUnixFileMode(file.SafeFileHandle, mode);
            Finish(file, path);
        }
        Exchange(path);
    }

    private static string Temporary(string path) => path + ".new";

    private static FileStream Create(string path, int buffer)
    {
        File.Delete(Temporary(path));
        var options = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.Write,
            BufferSize = buffer,
        };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = OwnUserOnly;
        return new FileStream(Temporary(path), options);
    }

    private static void Finish(FileStream file, string path)
    {
        DirectoryOwner.Give(file.SafeFileHandle, Temporary(path));
        file.Flush(flushToDisk: true);
    }

    private static void Exchange(string path)
    {
        if (OperatingSystem.IsWindows())
            WriteThroughMove.Replace(Temporary(path), path);
        else
            File.Move(Temporary(path), path, overwrite: true);
        FlushDirectoryOf(path);
    }

    /// <summary>Removes the file, also from the disk. No error when there is none.</summary>
    public static void Remove(string path)
    {
        if (!File.Exists(path))
            return;
        File.Delete(path);
        FlushDirectoryOf(path);
    }

    /// <summary>
    /// Makes the entry of a file that was just created durable. Windows cannot flush a directory; NTFS journals the entry, and flushing the
    /// file writes that journal.
    /// </summary>
    public static void FlushDirectoryOf(string path)
    {
        if (OperatingSystem.IsLinux())
            DirectoryFlush.Flush(Path.GetDirectoryName(path)!);
    }
}
