using System.Security.Claims;
using IwTune.Server.Console;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Features.Users;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity;

/// <summary>
/// Changes to how a person signs in need a proof that is minutes old: an open browser does not show that its person is there.
/// </summary>
internal sealed class Confirmation(Database database, RefusalLog refusals, TimeProvider clock)
{
    /// <summary>How long a sign-in or a confirmed password counts.</summary>
    public static readonly TimeSpan Life = TimeSpan.FromMinutes(10);

    private static readonly string Old = $"Your sign-in is older than {Quantities.Of(Life)}";

    /// <summary>Whether the person of the session proved to be that person within <see cref="Life"/>.</summary>
    public async Task<bool> IsFreshAsync(ClaimsPrincipal who)
    {
        var now = clock.Now();
        return await database.ReadAsync(db => SessionQueries.FindAsync(db, who.Id(), now)) is { } row
            && now - row.ProvedAt < (long)Life.TotalMilliseconds;
    }

    /// <summary>Why a change may not be made yet; the password makes the proof fresh, and a wrong one counts as a wrong sign-in.</summary>
    /// <returns><see langword="null"/> when the proof is fresh.</returns>
    public async Task<string?> ProblemAsync(ClaimsPrincipal who, string? password)
    {
        if (await IsFreshAsync(who))
            return null;
        if (who.Owner() is not (Accounts.Local, var name))
            return $"{Old}: sign in again.";
        if (string.IsNullOrEmpty(password))
            return $"{Old}: enter your password.";
        if (
            password.Length > PasswordRules.Most
            || await SignIn.CheckAsync(database, clock, name, password) is not { } user
            || user.HasExpired(clock.Now())
        )
        {
            refusals.SignIn(name, RefusalLog.NotConfirmed);
            return "The password is wrong, or the account is temporarily locked after too many attempts.";
        }
        await database.WriteAsync(async write =>
        {
            await UserQueries.FailureAsync(write, name, 0, null);
            return await SessionQueries.ProveAsync(write, who.Id(), clock.Now());
        });
        return null;
    }
}
