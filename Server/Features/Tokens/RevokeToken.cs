using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Tokens;

/// <summary>Makes a token void at once. Hosts that enrolled with it stay.</summary>
internal static class RevokeToken
{
    /// <returns>False when there is no such token, or it was revoked before.</returns>
    public static Task<bool> RunAsync(Database database, TimeProvider clock, string actor, string id) =>
        database.WriteAsync(async write =>
        {
            if (await TokenQueries.FindAsync(write, id) is not { } row || !await TokenQueries.RevokeAsync(write, id, clock.Now()))
                return false;
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                TokenActions.Revoke,
                $"token:{id}",
                $"Token {row.Name} ({row.Prefix}…) revoked."
            );
            return true;
        });
}
