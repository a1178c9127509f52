using IwTune.Server.Hosting.Linux;

namespace IwTune.Server.Storage;

/// <summary>
/// Held while a server runs on a data directory, so that no other one writes there and no command replaces its content. The system releases
/// it with the process.
/// </summary>
internal static class RunningLock
{
    private const string Name = "running.lock";

    // EAGAIN and EEXIST; ERROR_SHARING_VIOLATION and ERROR_FILE_EXISTS: it is held, or another process makes it at this moment.
    private static readonly int[] Taken = OperatingSystem.IsWindows() ? [unchecked((int)0x80070020), unchecked((int)0x80070050)] : [11, 17];

    /// <returns><see langword="null"/> when another server has it.</returns>
    /// <exception cref="StorageUnusableException">The directory cannot be written to.</exception>
    public static IDisposable? Take(string directory)
    {
        var path = Path.Combine(directory, Name);
        var isNew = !File.Exists(path);
        try
        {
            var file = new FileStream(path, isNew ? FileMode.CreateNew : FileMode.Open, FileAccess.ReadWrite, FileShare.None);
            if (isNew)
                DataOwner.Give(file.SafeFileHandle, path);
            return file;
        }
        catch (IOException taken) when (Taken.Contains(taken.HResult))
        {
            return null;
        }
        catch (Exception denied) when (denied is IOException or UnauthorizedAccessException)
        {
            throw new StorageUnusableException(
                $"The data directory {directory} cannot be written to: {denied.Message.TrimEnd('.')}. Make it and its files writable for "
                    + "the user of this process, with room on the disk.",
                denied
            );
        }
    }

    public static bool IsTaken(string directory)
    {
        if (!File.Exists(Path.Combine(directory, Name)))
            return false;
        using var free = Take(directory);
        return free is null;
    }
}
