using System.Security.Cryptography;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Storage;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Keys;

/// <summary>A new export key in place of the one in use. Hosts do not know it, so nothing has to be announced.</summary>
internal static class RotateExportKey
{
    /// <exception cref="StorageUnusableException">The key cannot be stored.</exception>
    public static Task<KeyOutcome> RunAsync(StoredKeys keys, DataDirectory directory, string actor, string reason, TimeProvider clock) =>
        keys.Database.WriteAsync<KeyOutcome>(async write =>
        {
            using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
            var id = SigningKeys.From(key).KeyId;
            // Each server of a shared store gets it from there (SharedKeys).
            if (keys.Database.Store.IsShared)
                await keys.ReplaceAsync(write, ExportSigner.KeyName, KeyFile.Text(key));
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                KeyActions.Rotate,
                $"key:{id}",
                $"The export key {id[..12]}… was made in place of the one in use.",
                reason
            );
            MarkFormer(directory, reason);
            directory.WriteKey(ExportSigner.KeyName, KeyFile.Text(key));
            return new KeyOutcome.Done(
                $"The export key {id} is made. Each server signs exports with it from its next start: start them again now. Files that the "
                    + "previous key signed stay verifiable with that key. Publish the new id, and make a new backup."
            );
        });

    /// <summary>A restore of an earlier backup must not go on with it.</summary>
    public static void MarkFormer(DataDirectory directory, string reason)
    {
        try
        {
            using var former = KeyFile.Find(directory, ExportSigner.KeyName);
            if (former is not null)
                RevokedKeys.Add(directory, SigningKeys.From(former).KeyId, $"export key, replaced: {reason}");
        }
        catch (StorageUnusableException)
        {
            // A damaged one has no id, and signs nothing.
        }
    }
}
