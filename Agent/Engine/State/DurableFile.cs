using IwTune.Agent.Linux;
using IwTune.Agent.Windows.Files;

namespace IwTune.Agent.Engine.State;

/// <summary>Files that are whole and on the disk when the call returns, or unchanged.</summary>
public static class DurableFile
{
    private const UnixFileMode OwnUserOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>Replaces the content of a file that only the daemon's own user may read.</summary>
    /// <exception cref="IOException">The disk is full or the directory cannot be written; the old content is still there.</exception>
    /// <exception cref="UnauthorizedAccessException">The directory may not be written.</exception>
    public static void Replace(string path, ReadOnlySpan<byte> content) => Replace(path, content, OwnUserOnly);

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
        var temporary = path + ".new";
        File.Delete(temporary);
        using (var file = new FileStream(temporary, Creating))
        {
            file.Write(content);
            if (mode != OwnUserOnly && !OperatingSystem.IsWindows())
                File.SetUnixFileMode(file.SafeFileHandle, mode);
            DirectoryOwner.Give(file.SafeFileHandle, temporary);
            file.Flush(flushToDisk: true);
        }
        if (OperatingSystem.IsWindows())
            WriteThroughMove.Replace(temporary, path);
        else
            File.Move(temporary, path, overwrite: true);
        FlushDirectoryOf(path);
    }

    private static FileStreamOptions Creating
    {
        get
        {
            var options = new FileStreamOptions
            {
                Mode = FileMode.CreateNew,
                Access = FileAccess.Write,
                BufferSize = 0,
            };
            if (!OperatingSystem.IsWindows())
                options.UnixCreateMode = OwnUserOnly;
            return options;
        }
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
