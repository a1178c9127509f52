using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Hosts.Views;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.KnownBrowsers;
using IwTune.Server.Features.Identity.Passkeys;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;

namespace IwTune.Server.Features.Users;

/// <summary>
/// Removes an account. Its sessions end and its personal tokens are void; what it did stays in the audit log under its name.
/// </summary>
internal static class RemoveUser
{
    public static Task<UserOutcome> RunAsync(UserChange by, string name, string? reason) =>
        by.Self == name
            ? Task.FromResult(
                new UserOutcome("This is your own account: another administrator removes it.", StatusCodes.Status403Forbidden)
            )
            : by.RunAsync(
                name,
                reason,
                UserChange.LastAdminAsync,
                async (write, _) =>
                {
                    // A later account of the same name must not find what this one left.
                    var ended = await TokenQueries.RevokeOwnedAsync(write, name, by.Clock.Now());
                    await UserQueries.RemoveAsync(write, name);
                    await SessionQueries.EndAllAsync(write, Accounts.Local, name);
                    await KnownBrowserQueries.RemoveAsync(write, name);
                    await FactorQueries.RemoveAsync(write, name);
                    await FactorQueries.RemoveCodesAsync(write, name);
                    await PasskeyQueries.RemoveAllAsync(write, name);
                    await SavedViewQueries.RemovePrivateAsync(write, $"user:{name}");
                    return (
                        AccountActions.Remove,
                        $"User {name} may no longer sign in{(ended > 0 ? $"; {ended} personal token(s) are void" : "")}."
                    );
                }
            );
}
