using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Storage;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Hosting.Keys;

/// <summary>
/// Every server of a shared store has the same keys for exports and for the audit log. The first one puts its own into the store, another
/// one gets them from there into its data directory, where everything else looks for them. <see cref="Features.Keys.HeldKeys"/> does so for
/// those that hosts know.
/// </summary>
internal static class SharedKeys
{
    private static readonly string[] Files = [AuditKey.FileName, ExportSigner.KeyName];

    /// <exception cref="StorageUnusableException">
    /// The data directory has keys of another installation, or keys cannot be read.
    /// </exception>
    public static async Task JoinAsync(StoredKeys keys, DataDirectory directory)
    {
        var stored = await keys.Database.ReadAsync(db => keys.AllAsync(db));
        if (Files.Any(name => !stored.ContainsKey(name)))
            stored = await FoundAsync(keys, directory);
        var log = Fits(keys.Database, directory, AuditKey.FileName, stored);
        var export = Fits(keys.Database, directory, ExportSigner.KeyName, stored);
        // The key of the log is never replaced: it tells one installation from another. The export key may have been, at another server.
        var foreign =
            log == false ? AuditKey.FileName
            : log is null && export == false ? ExportSigner.KeyName
            : null;
        if (foreign is not null)
            throw new StorageUnusableException(
                Foreign(
                    keys.Database,
                    directory,
                    foreign,
                    directory.ReadText(CertificateAuthority.CertificateName),
                    stored.GetValueOrDefault(CertificateAuthority.CertificateName)
                )
            );
        if (log is null)
            directory.WriteKey(AuditKey.FileName, stored[AuditKey.FileName]);
        if (export == true)
            return;
        if (export is null || !IsRevoked(stored[ExportSigner.KeyName], directory))
        {
            RotateExportKey.MarkFormer(directory, "at another server");
            directory.WriteKey(ExportSigner.KeyName, stored[ExportSigner.KeyName]);
        }
        // The database was restored without its servers: it has the key that this directory's replaced.
        else if (directory.ReadKey(ExportSigner.KeyName) is { } newer)
            await keys.Database.WriteAsync(async write =>
            {
                await keys.ReplaceAsync(write, ExportSigner.KeyName, newer);
                return true;
            });
    }

    /// <summary>What to do about a damaged file of a key that the store has.</summary>
    public static string WayOut(Database database) => $"Move the file away: the server gets the key from {database.Shown}.";

    public static string Foreign(Database database, DataDirectory directory, string name, string? here, string? there) =>
        $"The data directory {directory.Path} has keys of another installation ({name}; CA pin {PinOf(here)}, in {database.Shown} "
        + $"{PinOf(there)}). "
        + "Name an empty directory with --data to join, or the other database with --database.";

    /// <returns>Whether the file has the store's key; <see langword="null"/> when there is none.</returns>
    private static bool? Fits(Database database, DataDirectory directory, string name, IReadOnlyDictionary<string, string> stored)
    {
        using var here = KeyFile.Find(directory, name, WayOut(database));
        if (here is null)
            return null;
        using var there = KeyFile.Read(stored[name], directory.Tokens);
        return SigningKeys.From(here).KeyId == SigningKeys.From(there).KeyId;
    }

    /// <summary>One writer at a time: of two servers that start together on an empty store the second finds the first one's keys.</summary>
    private static Task<IReadOnlyDictionary<string, string>> FoundAsync(StoredKeys keys, DataDirectory directory) =>
        keys.Database.WriteAsync(async write =>
        {
            var stored = await keys.AllAsync(write);
            var missing = Files.Where(name => !stored.ContainsKey(name)).ToList();
            if (missing.Count == 0)
                return stored;
            // Some of them are the store's: those first, so that the rest is made beside them and not beside what happens to lie here.
            foreach (var name in Files.Except(missing))
                if (directory.ReadKey(name) is null)
                    directory.WriteKey(name, stored[name]);
            // A key that was made in place of the one of the log would be every server's.
            if (missing.Contains(AuditKey.FileName))
                AuditKeyCheck.Run(await CheckpointQueries.LatestAsync(write), directory);
            using (KeyFile.Load(directory, ExportSigner.KeyName))
            using (KeyFile.Load(directory, AuditKey.FileName))
            {
                foreach (var name in missing)
                    await keys.AddAsync(write, name, directory.ReadKey(name)!);
            }
            return await keys.AllAsync(write);
        });

    private static bool IsRevoked(string text, DataDirectory directory)
    {
        using var key = KeyFile.Read(text, directory.Tokens);
        return RevokedKeys.In(directory).Contains(SigningKeys.From(key).KeyId);
    }

    private static string PinOf(string? pem) => pem is null ? "none" : CertificateAuthority.PinOf(pem)[..23] + "…";
}
