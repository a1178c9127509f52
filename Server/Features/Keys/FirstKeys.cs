using IwTune.Server.Features.Bundles;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Servers;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Keys;

/// <summary>
/// The first signing key and the first CA of a fleet: those that a store or a data directory has from before keys could be replaced, or new
/// ones.
/// </summary>
internal static class FirstKeys
{
    /// <summary>
    /// Nothing when the store knows its keys. One writer at a time: of two servers that start together on an empty store the second finds
    /// the first one's keys.
    /// </summary>
    public static Task FoundAsync(StoredKeys keys, DataDirectory directory, TimeProvider clock) =>
        keys.Database.WriteAsync(async write =>
        {
            write.InOrder();
            if (await KeyQueries.NumberAsync(write) > 0)
                return false;
            var shared = keys.Database.Store.IsShared;
            string[] files = [CertificateAuthority.KeyName, CertificateAuthority.CertificateName, BundleSigner.KeyName];
            if (shared)
            {
                // The store's first, so that the rest is made beside them and not beside what happens to lie here.
                foreach (var (name, text) in (await keys.AllAsync(write)).Where(stored => files.Contains(stored.Key)))
                {
                    if (directory.ReadKey(name) is { } here && here.Trim() != text.Trim())
                        throw new StorageUnusableException(
                            SharedKeys.Foreign(
                                keys.Database,
                                directory,
                                name,
                                directory.ReadText(CertificateAuthority.CertificateName),
                                name == CertificateAuthority.CertificateName ? text : null
                            )
                        );
                    directory.WriteKey(name, text);
                }
            }
            using var authority = CertificateAuthority.Load(directory, clock);
            using var signing = KeyFile.Load(directory, BundleSigner.KeyName);
            var key = SigningKeys.From(signing);
            await KeyWrites.AddAsync(
                write,
                clock,
                new KeyRow
                {
                    Id = key.KeyId,
                    Kind = nameof(KeyKind.Signing),
                    File = BundleSigner.KeyName,
                    Content = key.PublicKey,
                    MadeBy = "server",
                }
            );
            await KeyWrites.AddAsync(
                write,
                clock,
                new KeyRow
                {
                    Id = authority.Id,
                    Kind = nameof(KeyKind.Authority),
                    File = CertificateAuthority.KeyName,
                    Content = authority.Pem,
                    MadeBy = "server",
                }
            );
            await write.ExecuteAsync("update trust set number = 1, fleet = @Pin where id = 1", new { authority.Pin });
            foreach (var name in shared ? files : [])
                await keys.AddAsync(write, name, directory.ReadKey(name)!);
            return true;
        });
}
