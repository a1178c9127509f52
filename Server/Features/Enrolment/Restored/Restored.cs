using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Keys;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Enrolment.Restored;

/// <summary>
/// Data of a restored store that must not be used unchanged: its numbers of publications and of announcements of keys, and tokens that may
/// have been revoked since. Hosts settle the rest with their next check-ins: what they hold, what they reported, which secret is theirs.
/// </summary>
internal static class Restored
{
    /// <param name="write">The transaction.</param>
    /// <param name="clock">Stamps it.</param>
    /// <param name="actor">Who restored it; <c>server</c> when a server found it restored.</param>
    /// <param name="least">The highest publication number that is known to have been made; publications continue above it.</param>
    /// <param name="how">How it is known, as a sentence.</param>
    public static async Task<int> SettleAsync(DbSession write, TimeProvider clock, string actor, long least, string how)
    {
        var now = clock.Now();
        await write.ExecuteAsync(
            "update publication set sequence = case when sequence > @least then sequence else @least end + 1 where id = 1",
            new { least }
        );
        await KeyWrites.LeapAsync(write, clock);
        var joins = await write.ExecuteAsync(
            "update tokens set revoked_at = @now where kind = @kind and revoked_at is null and expires_at > @now",
            new { now, kind = nameof(TokenKind.Enrolment) }
        );
        var api = (await TokenQueries.ListAsync(write))
            .Where(token => token.Kind == nameof(TokenKind.Api) && token.RevokedAt is null && token.ExpiresAt > now)
            .Select(token => token.Name)
            .ToList();
        await AuditLog.AppendAsync(
            write,
            clock,
            actor,
            StoreActions.Restore,
            "store",
            $"{how} Publication numbers continue above earlier ones, and keys are announced again. {joins} "
                + "enrolment token(s) that were valid in it are revoked; make new ones. "
                + (
                    api.Count == 0
                        ? "No API token is valid in it."
                        : $"API tokens valid in it, also such as were revoked since: "
                            + $"{string.Join(", ", api.Take(50))}{(api.Count > 50 ? $" and {api.Count - 50} more" : "")}. Revoke what "
                            + $"should not be."
                )
        );
        return joins;
    }
}
