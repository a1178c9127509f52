using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Features.Tokens;

namespace IwTune.Server.Features.Users;

/// <summary>Gives an account a new random password, shown once. Its sessions end and the lock of wrong passwords is lifted.</summary>
internal static class ResetPassword
{
    public static async Task<UserOutcome> RunAsync(UserChange by, string name, string? reason)
    {
        // Its person proves the old one first, which an open session or a token does not.
        if (by.Self == name)
            return new(
                "This is your own account: change the password under Your account in the console, or another administrator resets it.",
                StatusCodes.Status403Forbidden
            );
        var password = Passwords.New();
        var outcome = await by.RunAsync(
            name,
            reason,
            (_, _) => Task.FromResult<string?>(null),
            async (write, _) =>
            {
                await UserQueries.PasswordAsync(write, name, Passwords.Hash(password), InitialPassword.Until(by.Clock), Secret.New());
                await SessionQueries.EndAllAsync(write, Accounts.Local, name);
                return (AccountActions.ChangePassword, $"User {name} has a new password; its sessions ended.");
            }
        );
        return outcome.Refused is null ? outcome with { Password = password } : outcome;
    }
}
