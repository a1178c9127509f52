using IwTune.Agent.Linux;

namespace IwTune.Agent.Engine.State;

/// <summary>Files that are whole and on the disk when the call returns, or as they were before. Only the daemon's own user may read them.</summary>
public static class DurableFile
{
    /// <summary>Replaces the file's content: a temporary file beside it, flushed, renamed over it, and the directory flushed (rename(2) is atomic).</summary>
    /// <exception cref="IOException">The disk is full or the directory cannot be written; the old content is still there.</exception>
    /// <exception cref="UnauthorizedAccessException">The directory may not be written.</exception>
    public static void Replace(string path, ReadOnlySpan<byte> content)
    {
        var temporary = path + ".new";
        File.Delete(temporary);
        using (var file = new FileStream(temporary, Creating))
        {
            file.Write(content);
            file.Flush(flushToDisk: true);
        }
        File.Move(temporary, path, overwrite: true);
        FlushDirectoryOf(path);
    }

    private static FileStreamOptions Creating
    {
        get
        {
            var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, BufferSize = 0 };
            if (!OperatingSystem.IsWindows())
                options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
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

    /// <summary>Makes the entry of a file that was just created durable.</summary>
    public static void FlushDirectoryOf(string path)
    {
        if (OperatingSystem.IsLinux())
            DirectoryFlush.Flush(Path.GetDirectoryName(path)!);
    }
}
