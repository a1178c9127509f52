using System.Security.Claims;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity.Sessions;

/// <summary>Signs browsers out from elsewhere.</summary>
internal static class EndSessions
{
    /// <summary>All sessions of the person except that of the request.</summary>
    public static Task<int> OthersAsync(Database database, TimeProvider clock, ClaimsPrincipal who)
    {
        var (kind, name) = who.Owner();
        return AllAsync(database, clock, who.Actor(), kind, name, but: who.Id());
    }

    public static Task<int> AllAsync(Database database, TimeProvider clock, string actor, string kind, string name, string but = "") =>
        database.WriteAsync(async write =>
        {
            var ended = await SessionQueries.EndAllAsync(write, kind, name, but);
            if (ended > 0)
                await AuditLog.AppendAsync(
                    write,
                    clock,
                    actor,
                    SessionActions.End,
                    $"{kind}:{name}",
                    ended == 1 ? "Signed out 1 browser." : $"Signed out {ended} browsers."
                );
            return ended;
        });

    /// <returns>False when it is none of the person's.</returns>
    public static Task<bool> OneAsync(Database database, TimeProvider clock, ClaimsPrincipal who, string id)
    {
        var (kind, name) = who.Owner();
        return database.WriteAsync(async write =>
        {
            if (await SessionQueries.EndAsync(write, kind, name, id) == 0)
                return false;
            await AuditLog.AppendAsync(write, clock, who.Actor(), SessionActions.End, who.Actor(), "Signed out 1 browser.");
            return true;
        });
    }
}
