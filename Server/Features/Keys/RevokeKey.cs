using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Features.Keys;

/// <summary>A signing key has leaked: hosts stop trusting it as soon as they receive the revocation.</summary>
internal static class RevokeKey
{
    public static async Task<KeyOutcome> RunAsync(
        StoredKeys keys,
        DataDirectory directory,
        string id,
        string actor,
        string reason,
        TimeProvider clock
    )
    {
        var outcome = await keys.Database.WriteAsync<KeyOutcome>(async write =>
        {
            var rows = (await KeyQueries.ListAsync(write)).Where(row => row.RetiredAt is null).ToList();
            if (KeyNames.Find(rows, id, out var problem) is not { } row)
                return new KeyOutcome.Refused(problem);
            if (row.IsAuthority)
                return new KeyOutcome.Refused(OfAuthority(rows, row));
            if (row.RevokedAt is not null)
                return new KeyOutcome.Refused($"The {row.Shown} was revoked at {Clock.At(row.RevokedAt.Value):u} already.");
            var successor =
                rows.Find(other => other.IsSigning && other.IsTrusted && other.Id != row.Id)
                ?? await RotateKey.MakeAsync(
                    write,
                    keys,
                    directory,
                    KeyKind.Signing,
                    NewKeyPlace.Beside(row, directory),
                    actor,
                    $"in place of {row.Id[..12]}, which is revoked",
                    clock
                );
            await KeyWrites.RevokeAsync(write, clock, row.Id, reason);
            var number = await KeyWrites.AdvanceAsync(write);
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                KeyActions.Revoke,
                $"key:{row.Id}",
                $"The {row.Shown} is revoked (announcement {number}); the {successor.Shown} signs.",
                reason
            );
            return new KeyOutcome.Done(
                $"The {row.Shown} is revoked: each host drops it with its next check-in. The {successor.Shown} signs; for hosts that "
                    + "have not heard it, the revoked one signs beside it, "
                    + "until you retire it. Who has the leaked key can still deceive hosts that have not heard of this and that he can "
                    + "reach in place of this server: 'iwtune-server keys list' shows them."
            );
        });
        await UncommittedKey.NameAsync(keys.Database, directory);
        RevokedKeys.Add(directory, await keys.Database.ReadAsync(db => KeyQueries.ListAsync(db)));
        return outcome;
    }

    private static string OfAuthority(IReadOnlyList<KeyRow> rows, KeyRow row) =>
        rows.Count(other => other.IsAuthority) == 1
            ? $"The {row.Shown} is the only one. Announce another first: 'iwtune-server keys rotate authority', then retire this one as "
                + "soon as enough hosts know the new one."
            : $"A CA that leaked is not revoked but retired, which makes hosts drop it: 'iwtune-server keys retire {row.Id[..12]}'.";
}
