using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Passkeys;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Features.Identity.Sessions;

namespace IwTune.Server.Features.Users;

/// <summary>
/// For a lost phone: removes a user's app, codes and passkeys. The sessions end; where one is required, a new one is set up at the next
/// sign-in.
/// </summary>
internal static class ResetSecondFactor
{
    public static Task<UserOutcome> RunAsync(UserChange by, string name, string? reason) =>
        by.Self == name
            // Its person proves to be there first, which an open session or a token does not.
            ? Task.FromResult(
                new UserOutcome(
                    "This is your own account: remove your factors under Your account in the console, or another administrator removes "
                        + "them.",
                    StatusCodes.Status403Forbidden
                )
            )
            : by.RunAsync(
                name,
                reason,
                async (db, _) =>
                    await FactorQueries.FindAsync(db, name) is null && await PasskeyQueries.ListAsync(db, name) is []
                        ? $"{name} has neither a second factor nor a passkey."
                        : null,
                async (write, _) =>
                {
                    await FactorQueries.RemoveAsync(write, name);
                    await FactorQueries.RemoveCodesAsync(write, name);
                    await PasskeyQueries.RemoveAllAsync(write, name);
                    await SessionQueries.EndAllAsync(write, Accounts.Local, name);
                    return (AccountActions.ResetFactors, $"User {name} no longer has a second factor or passkey; the sessions ended.");
                }
            );
}
