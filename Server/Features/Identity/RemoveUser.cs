using IwTune.Server.Features.Audit;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity;

/// <summary>Removes an account. Its sessions end; what it did stays in the audit log under its name.</summary>
internal static class RemoveUser
{
    /// <returns>False when there is no such account.</returns>
    public static Task<bool> RunAsync(Database database, TimeProvider clock, string actor, string name) => database.WriteAsync(async write =>
    {
        if (await UserQueries.RemoveAsync(write, name) == 0)
            return false;
        await AuditLog.AppendAsync(write, clock, actor, "user.remove", $"user:{name}", $"User {name} may no longer sign in.");
        return true;
    });
}
