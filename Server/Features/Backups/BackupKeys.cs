using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Backups;

/// <summary>The files of keys: those without which no server can use a store, and those that no backup may have.</summary>
internal static class BackupKeys
{
    /// <summary>Files of retired keys: a server that is stopped has not deleted them yet.</summary>
    public static async Task<IReadOnlyList<string>> RetiredAsync(DbSession store) =>
        [.. (await KeyQueries.ListAsync(store)).Where(row => row.RetiredAt is not null).Select(row => row.File)];

    /// <returns>The first of them that none of these data directories has.</returns>
    public static async Task<string?> MissingAsync(DbSession store, params DataDirectory[] directories) =>
        (await KeyQueries.ListAsync(store))
            .Where(row => row.RetiredAt is null)
            .Select(row => row.File)
            .Append(AuditKey.FileName)
            .FirstOrDefault(name => !directories.Any(directory => File.Exists(directory.File(name))));
}
