using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Keys;

/// <summary>Ends the life of a key that another one follows: hosts drop it, and its private half is deleted.</summary>
internal static class RetireKey
{
    /// <param name="database">The store.</param>
    /// <param name="id">The key, or the beginning of its id.</param>
    /// <param name="confirm">How many hosts may be left behind; they must enrol again.</param>
    /// <param name="actor">Who retires it.</param>
    /// <param name="reason">Why.</param>
    /// <param name="clock">Stamps it.</param>
    public static Task<KeyOutcome> RunAsync(Database database, string id, long? confirm, string actor, string reason, TimeProvider clock) =>
        database.WriteAsync<KeyOutcome>(async write =>
        {
            var rows = (await KeyQueries.ListAsync(write)).Where(row => row.RetiredAt is null).ToList();
            if (KeyNames.Find(rows, id, out var problem) is not { } row)
                return new KeyOutcome.Refused(problem);
            if (rows.Find(other => other.Kind == row.Kind && other.IsTrusted && other.Id != row.Id) is not { } successor)
                return new KeyOutcome.Refused(
                    $"The {row.Shown} is the only one that hosts trust. Create another first: 'iwtune-server keys rotate "
                        + $"{row.Kind.ToLowerInvariant()}'."
                );
            if (row.IsTrusted && successor.Since < row.Since)
                return new KeyOutcome.Refused(
                    $"The {row.Shown} is newer than the {successor.Shown}. Retire the older one; a newer one that leaked is revoked."
                );
            var behind = await KeyQueries.CountBehindAsync(write, successor.Since, successor.MadeAt);
            if (behind > 0 && behind != confirm)
                return new KeyOutcome.LeavesBehind(behind, await KeyViews.StragglersAsync(write, successor, 20));
            await KeyWrites.RetireAsync(write, clock, row);
            var number = await KeyWrites.AdvanceAsync(write);
            var left =
                behind == 0 ? "Every host knows its successor." : $"{behind} host(s) do not know its successor and must enrol again.";
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                KeyActions.Retire,
                $"key:{row.Id}",
                $"The {row.Shown} is retired (announcement {number}), the {successor.Shown} takes its place. {left}",
                reason
            );
            var others = database.Store.IsShared
                ? " here; each server of this store deletes its own within seconds, or at its next start"
                : "";
            return new KeyOutcome.Done(
                $"The {row.Shown} is retired. Its private half is deleted{others}. {left}"
                    + (
                        row.IsAuthority
                            ? $" The server's certificate comes from the new CA now: use --ca-pin sha256:{successor.Id} and "
                                + "IWTUNE_CA_PIN with it from here on."
                            : ""
                    ),
                row
            );
        });
}
