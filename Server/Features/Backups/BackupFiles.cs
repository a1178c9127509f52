using IwTune.Server.Features.Enrolment.Restored;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Backups;

/// <summary>What lies beside the store in a data directory and is as needed: the CA's key, signing keys, cookie keys.</summary>
internal static class BackupFiles
{
    public const string Manifest = "manifest.json";

    /// <summary>Before the names of files of the data directory.</summary>
    public const string Folder = "data/";

    /// <summary>Paths, and their names below the data directory with '/'.</summary>
    public static IEnumerable<(string Path, string Name)> Of(string directory) =>
        from path in Directory.EnumerateFiles(directory, "*", SearchOption.AllDirectories)
        let name = Path.GetRelativePath(directory, path).Replace('\\', '/')
        where !IsLocal(name)
        orderby name
        select (path, name);

    /// <summary>Whether a backup would take such a file for one of the server's.</summary>
    public static bool WouldHave(string directory, string file) =>
        Path.GetRelativePath(directory, file).Replace('\\', '/') is var name
        && name is not ['.', '.', '/', ..]
        && !Path.IsPathRooted(name)
        && !IsLocal(name);

    /// <summary>What belongs to one running server, or is the store itself.</summary>
    private static bool IsLocal(string name) =>
        name.StartsWith(Database.FileName, StringComparison.Ordinal)
        || name.StartsWith(UncommittedKey.Prefix, StringComparison.Ordinal)
        || name.EndsWith(".new", StringComparison.Ordinal)
        || name.Contains(".new/", StringComparison.Ordinal)
        || name.EndsWith(".tar.gz", StringComparison.Ordinal)
        || name is "running.lock" or "moved-to" or StoreMark.FileName or StoredAddress.FileName;
}
