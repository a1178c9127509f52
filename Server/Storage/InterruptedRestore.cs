namespace IwTune.Server.Storage;

/// <summary>
/// Says in a data directory that a restore has everything in a folder there and was killed before all of it was in its place. The store and
/// the keys beside it do not belong together until it is completed.
/// </summary>
internal static class InterruptedRestore
{
    /// <summary>The folder; whole only when it has <see cref="Mark"/>.</summary>
    public const string Folder = "restore.new";

    /// <summary>The file that is written when nothing is missing in it.</summary>
    public const string Mark = "complete";

    public static bool IsIn(string directory) => File.Exists(Path.Combine(directory, Folder, Mark));

    /// <exception cref="StorageUnusableException">There is one.</exception>
    public static void Check(string directory)
    {
        if (IsIn(directory))
            throw new StorageUnusableException(
                $"A restore into {directory} was interrupted, or is under way, and this command needs all of it. Start the server, or "
                    + "repeat the restore: both complete it."
            );
    }
}
