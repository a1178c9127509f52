using IwTune.Server.Features.Users;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity;

/// <summary>The first proof of a local account: name and password. Refusals look alike and take alike, whatever their reason.</summary>
internal static class SignIn
{
    /// <returns>
    /// The account in its state before this attempt; <see langword="null"/> when name or password is wrong, or the account is locked for
    /// now.
    /// </returns>
    public static async Task<UserRow?> CheckAsync(
        Database database,
        TimeProvider clock,
        string name,
        string password,
        string? browser = null
    )
    {
        if (await Attempts.TakeAsync(database, clock, name, browser) is not { } attempt)
        {
            Passwords.Spend(password);
            ServerMeters.SignInFailures.Add(1);
            return null;
        }
        var user = attempt.User;
        if (Passwords.Fits(user.PasswordHash, password))
        {
            // Not forgiven yet: a caller with the password alone must not get more guesses at the second factor by sending the password
            // again.
            var renewed = Passwords.IsOld(user.PasswordHash) ? Passwords.Hash(password) : null;
            await database.WriteAsync(async write =>
            {
                if (renewed is not null)
                    await UserQueries.RehashAsync(write, name, user.PasswordHash, renewed);
                return await Attempts.UncountAsync(write, attempt);
            });
            return user;
        }
        await Attempts.FailAsync(database, clock, attempt, "passwords");
        return null;
    }
}
