using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;

namespace IwTune.Server.Features.Users;

/// <summary>
/// Locks an account until a person unlocks it: no sign-in, no session, no personal token. <see cref="UnlockUser"/> undoes it.
/// </summary>
internal static class LockUser
{
    public static Task<UserOutcome> RunAsync(UserChange by, string name, string? reason) =>
        by.Self == name
            ? Task.FromResult(new UserOutcome("This is your own account: another administrator locks it.", StatusCodes.Status403Forbidden))
            : by.RunAsync(
                name,
                reason,
                (db, row) =>
                    row.LockedAt is not null ? Task.FromResult<string?>($"{name} is already locked.") : UserChange.LastAdminAsync(db, row),
                async (write, _) =>
                {
                    await UserQueries.LockAsync(write, name, by.Clock.Now(), reason!.Trim(), Secret.New());
                    await SessionQueries.EndAllAsync(write, Accounts.Local, name);
                    return (AccountActions.Lock, $"User {name} is locked; sessions ended, personal tokens suspended.");
                }
            );
}
