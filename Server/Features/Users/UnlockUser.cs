using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.KnownBrowsers;

namespace IwTune.Server.Features.Users;

/// <summary>Ends a lock-out before its time, and the lock of an administrator.</summary>
internal static class UnlockUser
{
    public static Task<UserOutcome> RunAsync(UserChange by, string name, string? reason) =>
        by.RunAsync(
            name,
            reason,
            (_, _) => Task.FromResult<string?>(null),
            async (write, _) =>
            {
                await UserQueries.UnlockAsync(write, name);
                await KnownBrowserQueries.UnlockAsync(write, name);
                return (AccountActions.Unlock, $"User {name} unlocked.");
            }
        );
}
