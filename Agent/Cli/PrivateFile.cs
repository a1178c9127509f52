namespace IwTune.Agent.Cli;

/// <summary>A file that this user alone may read.</summary>
internal static class PrivateFile
{
    /// <summary>Makes it; it can be read while it grows.</summary>
    /// <param name="path">The file.</param>
    /// <param name="mode">Whether one that exists is overwritten.</param>
    /// <exception cref="IOException">It exists, or the disk does not take it.</exception>
    /// <exception cref="UnauthorizedAccessException">The directory may not be written.</exception>
    public static FileStream Create(string path, FileMode mode)
    {
        var options = new FileStreamOptions
        {
            Mode = mode,
            Access = FileAccess.ReadWrite,
            Share = FileShare.Read,
        };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        return new FileStream(path, options);
    }
}
