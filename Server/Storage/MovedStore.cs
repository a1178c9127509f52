using IwTune.Server.Hosting;

namespace IwTune.Server.Storage;

/// <summary>
/// Says in a data directory that its store went elsewhere: a server that went on with the old file would take the fleet back to that day.
/// </summary>
internal static class MovedStore
{
    private const string Name = "moved-to";

    public static void Mark(string directory, string address) => DataDirectory.Open(directory).WriteSecret(Name, address + "\n");

    /// <summary>The same where a file is left: a move that was killed may have copied everything and marked nothing.</summary>
    public static void MarkFormer(string directory, string address)
    {
        if (File.Exists(Path.Combine(directory, Database.FileName)) && !File.Exists(Path.Combine(directory, Name)))
            Mark(directory, address);
    }

    public static void Unmark(string directory) => File.Delete(Path.Combine(directory, Name));

    /// <exception cref="StorageUnusableException">It went elsewhere.</exception>
    public static void Check(string directory)
    {
        var mark = Path.Combine(directory, Name);
        if (File.Exists(mark))
            throw new StorageUnusableException(
                $"The store of {directory} was moved to {File.ReadAllText(mark).Trim()}: give its address with --database. To go back "
                    + $"to the file as it was then, remove {mark}; what happened since is lost."
            );
    }
}
