using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Keys;

/// <summary>
/// Ids of keys that leaked, written down beside the store. A backup of before has such a key as a good one, and a restore brings its file
/// back; by its id it is known, and not used.
/// </summary>
internal static class RevokedKeys
{
    /// <summary>The folder of the data directory with a file for each.</summary>
    public const string Folder = "revoked-keys";

    /// <summary>Before their ids among the keys of a shared store.</summary>
    public const string Prefix = "revoked/";

    public static IReadOnlySet<string> In(DataDirectory directory) =>
        Directory.Exists(directory.File(Folder))
            ? Directory
                .EnumerateFiles(directory.File(Folder))
                .Select(path => Path.GetFileName(path))
                .Where(name => !name.EndsWith(".new", StringComparison.Ordinal))
                .ToHashSet(StringComparer.Ordinal)
            : new HashSet<string>(StringComparer.Ordinal);

    /// <summary>Writes one down; nothing when it is.</summary>
    /// <param name="directory">Where.</param>
    /// <param name="id">The key.</param>
    /// <param name="text">What it was, for people.</param>
    /// <exception cref="StorageUnusableException">The directory cannot be written to.</exception>
    public static void Add(DataDirectory directory, string id, string text)
    {
        if (File.Exists(directory.File(Path.Combine(Folder, id))))
            return;
        directory.MakeFolder(Folder);
        directory.WriteSecret(Path.Combine(Folder, id), $"{text.Trim()}\n");
    }

    /// <summary>Those of the store that leaked.</summary>
    /// <inheritdoc cref="Add(DataDirectory, string, string)"/>
    public static void Add(DataDirectory directory, IEnumerable<KeyRow> rows)
    {
        foreach (var row in rows.Where(row => row.RevokedAt is not null))
            Add(directory, row.Id, $"{row.Shown}, revoked {Clock.At(row.RevokedAt!.Value):u}: {row.Reason}");
    }

    /// <summary>Every server of a shared store knows those of the others.</summary>
    public static async Task ShareAsync(StoredKeys keys, DataDirectory directory)
    {
        if (!keys.Database.Store.IsShared)
            return;
        var stored = await keys.Database.ReadAsync(db => keys.AllAsync(db, Prefix));
        foreach (var (name, text) in stored)
            Add(directory, name[Prefix.Length..], text);
        var missing = In(directory).Where(id => !stored.ContainsKey(Prefix + id)).ToList();
        if (missing.Count > 0)
            await keys.Database.WriteAsync(async write =>
            {
                foreach (var id in missing)
                    await keys.AddAsync(write, Prefix + id, directory.ReadText(Path.Combine(Folder, id)) ?? "");
                return true;
            });
    }
}
