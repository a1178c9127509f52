using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Storage;

namespace IwTune.Server.Hosting.Keys;

/// <summary>
/// Every server of a shared store has the same CA and the same keys. The first one puts its own into the store, whoever joins gets them from there
/// into its data directory, where everything else looks for them.
/// </summary>
internal static class SharedKeys
{
    private static readonly string[] Files = [CertificateAuthority.KeyName, CertificateAuthority.CertificateName, BundleSigner.KeyName, ExportSigner.KeyName, AuditKey.FileName];

    /// <exception cref="StorageUnusableException">The data directory has keys of another installation, or the keys in the store cannot be opened.</exception>
    public static async Task JoinAsync(StoredKeys keys, DataDirectory directory, TimeProvider clock)
    {
        var stored = await keys.Database.ReadAsync(db => keys.AllAsync(db));
        if (Files.Any(name => !stored.ContainsKey(name)))
            stored = await FoundAsync(keys, directory, clock);
        foreach (var name in Files)
        {
            var (there, here) = (stored[name], directory.ReadText(name));
            if (here is not null && here.Trim() != there.Trim())
                throw new StorageUnusableException(Foreign(keys.Database, directory, name, stored));
            if (here is null)
                directory.WriteSecret(name, there);
        }
    }

    /// <summary>One writer at a time: of two servers that start together on an empty store the second finds the first one's keys.</summary>
    private static Task<IReadOnlyDictionary<string, string>> FoundAsync(StoredKeys keys, DataDirectory directory, TimeProvider clock) => keys.Database.WriteAsync(async write =>
    {
        var stored = await keys.AllAsync(write);
        var missing = Files.Where(name => !stored.ContainsKey(name)).ToList();
        if (missing.Count == 0)
            return stored;
        // Some of them are the store's: those first, so that the rest is made beside them and not beside what happens to lie here.
        foreach (var name in Files.Except(missing))
            if (directory.ReadText(name) is null)
                directory.WriteSecret(name, stored[name]);
        using (CertificateAuthority.Load(directory, clock))
        using (KeyFile.Load(directory, BundleSigner.KeyName))
        using (KeyFile.Load(directory, ExportSigner.KeyName))
        using (KeyFile.Load(directory, AuditKey.FileName))
        {
            foreach (var name in missing)
                await keys.AddAsync(write, name, directory.ReadText(name)!);
        }
        return await keys.AllAsync(write);
    });

    private static string Foreign(Database database, DataDirectory directory, string name, IReadOnlyDictionary<string, string> stored) =>
        $"The data directory {directory.Path} has keys of another installation ({name}; CA pin {PinOf(directory.ReadText(CertificateAuthority.CertificateName))}, "
        + $"in {database.Shown} {PinOf(stored[CertificateAuthority.CertificateName])}). Name an empty directory with --data to join, or the other database with --database.";

    private static string PinOf(string? pem)
    {
        if (pem is null)
            return "none";
        using var certificate = X509Certificate2.CreateFromPem(pem);
        return "sha256:" + Convert.ToHexStringLower(SHA256.HashData(certificate.PublicKey.ExportSubjectPublicKeyInfo()))[..16] + "…";
    }
}
