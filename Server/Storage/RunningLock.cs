namespace IwTune.Server.Storage;

/// <summary>
/// Held while a server runs on a data directory's own store, so that no other program replaces it meanwhile. The system releases it with
/// the process.
/// </summary>
internal static class RunningLock
{
    private const string Name = "running.lock";

    /// <returns><see langword="null"/> when another server has it.</returns>
    public static IDisposable? Take(string directory)
    {
        try
        {
            return new FileStream(Path.Combine(directory, Name), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        }
        catch (IOException)
        {
            return null;
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
