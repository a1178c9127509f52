using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Storage;

namespace IwTune.Server.Hosting.Keys;

/// <summary>
/// Every server of a shared store has the same keys for exports and for the audit log. The first one puts its own into the store, another
/// one gets them from there into its data directory, where everything else looks for them. <see cref="Features.Keys.HeldKeys"/> does so for
/// those that can be replaced.
/// </summary>
internal static class SharedKeys
{
    private static readonly string[] Files = [ExportSigner.KeyName, AuditKey.FileName];

    /// <exception cref="StorageUnusableException">
    /// The data directory has keys of another installation, or the keys in the store cannot be opened.
    /// </exception>
    public static async Task JoinAsync(StoredKeys keys, DataDirectory directory)
    {
        var stored = await keys.Database.ReadAsync(db => keys.AllAsync(db));
        if (Files.Any(name => !stored.ContainsKey(name)))
            stored = await FoundAsync(keys, directory);
        foreach (var name in Files)
        {
            var (there, here) = (stored[name], directory.ReadKey(name));
            if (here is not null && here.Trim() != there.Trim())
                throw new StorageUnusableException(
                    Foreign(
                        keys.Database,
                        directory,
                        name,
                        directory.ReadText(CertificateAuthority.CertificateName),
                        stored.GetValueOrDefault(CertificateAuthority.CertificateName)
                    )
                );
            if (here is null)
                directory.WriteKey(name, there);
        }
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

    public static string Foreign(Database database, DataDirectory directory, string name, string? here, string? there) =>
        $"The data directory {directory.Path} has keys of another installation ({name}; CA pin {PinOf(here)}, in {database.Shown} "
        + $"{PinOf(there)}). "
        + "Name an empty directory with --data to join, or the other database with --database.";

    private static string PinOf(string? pem) => pem is null ? "none" : CertificateAuthority.PinOf(pem)[..23] + "…";
}
