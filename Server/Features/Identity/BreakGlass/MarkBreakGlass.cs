using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Users;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity.BreakGlass;

/// <summary>Marks an account for the day the provider is down, or takes the mark away.</summary>
internal static class MarkBreakGlass
{
    /// <returns>False when there is no such account.</returns>
    public static Task<bool> RunAsync(Database database, TimeProvider clock, string actor, string name, bool on) =>
        database.WriteAsync(async write =>
        {
            if (await UserQueries.BreakGlassAsync(write, name, on) == 0)
                return false;
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                AccountActions.MarkBreakGlass,
                $"user:{name}",
                on ? $"User {name} may sign in when local sign-in is otherwise off." : $"User {name} is no longer a break-glass account."
            );
            return true;
        });
}
