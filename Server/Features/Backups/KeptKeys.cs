using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Servers;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Backups;

/// <summary>
/// Keys of a data directory that replaced those of the backup: hosts have dropped the backup's, and would have to enrol again if the
/// restored store went on with them. Keys that leaked after the backup are not trusted again.
/// </summary>
internal static class KeptKeys
{
    /// <param name="to">The restored store, verified.</param>
    /// <param name="directory">The data directory, as it was before.</param>
    /// <param name="unpacked">The files of the backup; those of keys that hosts have dropped are deleted.</param>
    /// <param name="actor">Who restores.</param>
    /// <param name="clock">Stamps the entries.</param>
    /// <returns>The keys that stay in use, and those of the backup that had leaked, as people name them.</returns>
    public static async Task<(IReadOnlyList<string> Kept, IReadOnlyList<string> Leaked)> KeepAsync(
        DbSession to,
        DataDirectory directory,
        DataDirectory unpacked,
        string actor,
        TimeProvider clock
    )
    {
        // The key of the log is never replaced: with another one the directory is of another installation.
        if (directory.ReadKey(AuditKey.FileName)?.Trim() != unpacked.ReadKey(AuditKey.FileName)?.Trim())
            return ([], []);
        var revoked = RevokedKeys.In(directory);
        var (kept, leaked) = (new List<string>(), new List<string>());
        var rows = await KeyQueries.ListAsync(to);
        foreach (var kind in Enum.GetValues<KeyKind>())
        {
            var former = rows.Where(row => row.RetiredAt is null && row.Kind == $"{kind}").ToList();
            var known = former.Where(row => row.RevokedAt is not null || revoked.Contains(row.Id)).ToList();
            // While the directory has a good one of them, hosts trust it.
            if (
                !former.Except(known).Any(row => File.Exists(directory.File(row.File)))
                && await LaterKey.FindAsync(to, directory, kind, rows, revoked, actor, clock) is { } key
            )
            {
                await KeyWrites.AddAsync(to, clock, key);
                var gone = former.Where(row => !known.Contains(row) || !File.Exists(directory.File(row.File))).ToList();
                foreach (var row in gone)
                {
                    await KeyWrites.RetireAsync(to, clock, row);
                    File.Delete(unpacked.File(row.File));
                }
                known = [.. known.Except(gone)];
                await AuditLog.AppendAsync(to, clock, actor, KeyActions.Rotate, $"key:{key.Id}", LaterKey.Kept(key, former));
                kept.Add(key.Shown);
            }
            else if (kind == KeyKind.Signing && known.Count == former.Count && known.Exists(row => row.RevokedAt is null))
                await KeyWrites.AddAsync(to, clock, await MakeAsync(to, unpacked, NewKeyPlace.Beside(known[0], unpacked), actor));
            foreach (var row in known.Where(row => row.RevokedAt is null))
                leaked.Add(await RevokedAgain.RevokeAsync(to, row, actor, clock));
        }
        if (await ForgetExportKeyAsync(to, unpacked, revoked) is { } export)
            leaked.Add(export);
        return (kept, leaked);
    }

    /// <summary>Where the directory has lost the successor of the only key that the backup knows.</summary>
    private static async Task<KeyRow> MakeAsync(DbSession to, DataDirectory unpacked, NewKeyPlace place, string actor)
    {
        using var key = RotateKey.Make(unpacked, KeyKind.Signing, place);
        var known = SigningKeys.From(key);
        var row = new KeyRow
        {
            Id = known.KeyId,
            Kind = nameof(KeyKind.Signing),
            File = KeyRow.FileOf(KeyKind.Signing, known.KeyId, RotateKey.PlaceOf(key)),
            Content = known.PublicKey,
            Since = await KeyQueries.NumberAsync(to),
            MadeBy = actor,
            Reason = "in place of a leaked one in the backup that was restored",
        };
        unpacked.WriteKey(row.File, KeyFile.Text(key));
        return row;
    }

    /// <summary>The directory's own, or a new one, takes the place of an export key that was replaced since.</summary>
    private static async Task<string?> ForgetExportKeyAsync(DbSession to, DataDirectory unpacked, IReadOnlySet<string> revoked)
    {
        string id;
        using (var key = KeyFile.Find(unpacked, ExportSigner.KeyName))
        {
            if (key is null || !revoked.Contains(id = SigningKeys.From(key).KeyId))
                return null;
        }
        File.Delete(unpacked.File(ExportSigner.KeyName));
        await to.ExecuteAsync("delete from server_keys where name = @name", new { name = ExportSigner.KeyName });
        return $"export key {id[..12]}…";
    }
}
