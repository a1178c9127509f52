using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Audit.Checkpoints;

/// <summary>
/// Whether a data directory has the key that signs its store's audit log. A log that goes on with another key never verifies again, and a
/// backup of it cannot be restored, so neither is begun.
/// </summary>
internal static class AuditKeyCheck
{
    /// <param name="latest">The store's latest checkpoint.</param>
    /// <param name="directory">The data directory.</param>
    /// <exception cref="StorageUnusableException">The key is missing, or another one; nothing was changed.</exception>
    public static void Run(CheckpointRow? latest, DataDirectory directory)
    {
        // A backup is also made without the file that opens the keys.
        if (SignerOf(latest) is not { } signer || !directory.CanOpen(AuditKey.FileName))
            return;
        var problem = "is missing";
        if (directory.ReadKey(AuditKey.FileName) is not null)
        {
            using var key = AuditKey.Load(directory);
            if (key.Public.KeyId == signer)
                return;
            problem = $"holds the key {key.Public.KeyId[..12]}…";
        }
        throw new StorageUnusableException(
            $"{directory.File(AuditKey.FileName)} {problem}, and the audit log of the store is signed with the key {signer[..12]}…. "
                + "Restore the file from a backup of the data directory; docs/keys.md says what to do when there is none."
        );
    }

    /// <summary>Its name alone: a checkpoint that was changed is for the verification of the log to find.</summary>
    private static string? SignerOf(CheckpointRow? latest)
    {
        try
        {
            return latest?.ReadEnvelope().Signatures is [{ KeyId: { Length: >= 12 } id }] ? id : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
