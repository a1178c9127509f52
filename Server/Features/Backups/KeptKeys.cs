using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Servers;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Backups;

/// <summary>
/// Keys of a data directory that replaced those of the backup: hosts have dropped the backup's, and would have to enrol again if the
/// restored store went on with them.
/// </summary>
internal static class KeptKeys
{
    /// <param name="to">The restored store, verified.</param>
    /// <param name="directory">The data directory, as it was before.</param>
    /// <param name="unpacked">The files of the backup; those of keys that hosts have dropped are deleted.</param>
    /// <param name="actor">Who restores.</param>
    /// <param name="clock">Stamps the entries.</param>
    /// <returns>The keys that stay in use, as people name them.</returns>
    public static async Task<IReadOnlyList<string>> KeepAsync(
        DbSession to,
        DataDirectory directory,
        DataDirectory unpacked,
        string actor,
        TimeProvider clock
    )
    {
        // The key of the log is never replaced: with another one the directory is of another installation.
        if (directory.ReadKey(AuditKey.FileName)?.Trim() != unpacked.ReadKey(AuditKey.FileName)?.Trim())
            return [];
        var kept = new List<string>();
        var rows = await KeyQueries.ListAsync(to);
        foreach (var kind in Enum.GetValues<KeyKind>())
        {
            var former = rows.Where(row => row.RetiredAt is null && row.Kind == $"{kind}").ToList();
            // While the directory has one of them, hosts trust it.
            if (
                former.Exists(row => File.Exists(directory.File(row.File)))
                || await FindAsync(to, directory, kind, rows, actor, clock) is not { } key
            )
                continue;
            await KeyWrites.AddAsync(to, clock, key);
            foreach (var gone in former)
            {
                await KeyWrites.RetireAsync(to, clock, gone);
                File.Delete(unpacked.File(gone.File));
            }
            await AuditLog.AppendAsync(
                to,
                clock,
                actor,
                KeyActions.Rotate,
                $"key:{key.Id}",
                $"The {key.Shown} stays in use: the data directory has it, and the backup was made before it replaced the "
                    + $"{string.Join(" and the ", former.Select(row => row.Shown))}."
            );
            kept.Add(key.Shown);
        }
        return kept;
    }

    /// <summary>
    /// The newest one that the backup does not know. An older one may have leaked: a key that was revoked stays until it is retired.
    /// </summary>
    private static async Task<KeyRow?> FindAsync(
        DbSession to,
        DataDirectory directory,
        KeyKind kind,
        IReadOnlyList<KeyRow> rows,
        string actor,
        TimeProvider clock
    )
    {
        var found = Directory
            .EnumerateFiles(directory.Path, KeyRow.FileOf(kind, new string('?', 12), KeyPlace.File))
            .Where(path => rows.All(row => row.File != Path.GetFileName(path)))
            .MaxBy(File.GetLastWriteTimeUtc);
        if (found is null)
            return null;
        var file = Path.GetFileName(found);
        using var key = KeyFile.Find(directory, file)!;
        var known = SigningKeys.From(key);
        return new()
        {
            Id = known.KeyId,
            Kind = $"{kind}",
            File = file,
            Content = kind == KeyKind.Signing ? known.PublicKey : CertificateAuthority.CertificateOf(key, clock),
            Since = await KeyQueries.NumberAsync(to),
            MadeBy = actor,
            Reason = "made after the backup that was restored",
        };
    }
}
