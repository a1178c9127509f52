using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Features.Keys;

/// <summary>
/// Signing keys that leaked, in a store that was restored from before their revocation. The data directory remembers them, and another one
/// signs.
/// </summary>
internal static class RevokedAgain
{
    /// <summary>
    /// In a store that is in use: the tools of a database, or a copied file, bring it back without <c>iwtune-server restore</c>.
    /// </summary>
    /// <returns>Whether something was changed.</returns>
    /// <exception cref="StorageUnusableException">A key cannot be read or made.</exception>
    public static async Task<bool> SettleAsync(StoredKeys keys, DataDirectory directory, IReadOnlyList<KeyRow> rows, TimeProvider clock)
    {
        var revoked = RevokedKeys.In(directory);
        if (LeakedOf(rows, revoked).Count == 0)
            return false;
        return await keys.Database.WriteAsync(async write =>
        {
            var now = await KeyQueries.ListAsync(write);
            // Another server may have settled it meanwhile.
            if (LeakedOf(now, revoked) is not { Count: > 0 } leaked)
                return false;
            // Hosts may have heard of more than the store knows.
            await KeyWrites.LeapAsync(write, clock);
            if (!now.Any(row => row.IsSigning && row.IsTrusted && !leaked.Contains(row)))
                await FollowAsync(write, keys, directory, now, leaked[0], revoked, clock);
            var stored = await keys.AllAsync(write);
            foreach (var row in leaked)
            {
                await RevokeAsync(write, row, "server", clock);
                // It had been retired, and cannot sign for hosts that have not heard of the revocation.
                if (directory.ReadText(row.File) is null && !stored.ContainsKey(row.File))
                    await KeyWrites.RetireAsync(write, clock, row);
            }
            return true;
        });
    }

    /// <summary>It signs on for hosts that have not heard of the revocation, as before the restore, and no host is to trust it.</summary>
    /// <returns>The key, as people name it.</returns>
    public static async Task<string> RevokeAsync(DbSession write, KeyRow row, string actor, TimeProvider clock)
    {
        await KeyWrites.RevokeAsync(write, clock, row.Id, "revoked after the backup that was restored");
        await AuditLog.AppendAsync(
            write,
            clock,
            actor,
            KeyActions.Revoke,
            $"key:{row.Id}",
            $"The {row.Shown} is revoked again: the data directory says that it leaked, and the backup was made before."
        );
        return row.Shown;
    }

    /// <summary>Hosts that have heard of the revocation trust the key that followed; where it is lost, another one is made.</summary>
    private static async Task FollowAsync(
        DbSession write,
        StoredKeys keys,
        DataDirectory directory,
        IReadOnlyList<KeyRow> rows,
        KeyRow leaked,
        IReadOnlySet<string> revoked,
        TimeProvider clock
    )
    {
        if (await LaterKey.FindAsync(write, directory, KeyKind.Signing, rows, revoked, "server", clock) is not { } later)
        {
            await RotateKey.MakeAsync(
                write,
                keys,
                directory,
                KeyKind.Signing,
                NewKeyPlace.Beside(leaked, directory),
                "server",
                "in place of a leaked one in the backup that was restored",
                clock
            );
            return;
        }
        await LaterKey.UseAsync(write, keys, directory, later, [leaked], clock);
    }

    private static IReadOnlyList<KeyRow> LeakedOf(IEnumerable<KeyRow> rows, IReadOnlySet<string> revoked) =>
        [.. rows.Where(row => row.IsSigning && row.IsTrusted && revoked.Contains(row.Id))];
}
