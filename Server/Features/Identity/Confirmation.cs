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

    private static readonly string Old = $"Your sign-in is older than {Quantities.Of(Life)}",
        Again = $"{Old}: sign in again.";

    /// <summary>Whether the person of the session proved to be that person within <see cref="Life"/>.</summary>
    public async Task<bool> IsFreshAsync(ClaimsPrincipal who)
    {
        var now = clock.Now();
        return await database.ReadAsync(db => SessionQueries.FindAsync(db, who.Id(), now)) is { } row
            && now - row.ProvedAt < (long)Life.TotalMilliseconds;
    }

    /// <summary>Why a change may not be made yet.</summary>
    /// <returns><see langword="null"/> when the proof is fresh.</returns>
    public async Task<string?> ProblemAsync(ClaimsPrincipal who)
    {
        if (await IsFreshAsync(who))
            return null;
        return who.Owner().Kind == Accounts.Local ? $"{Old}: enter your password." : Again;
    }

    /// <summary>
    /// Checks the password of the session's person. The right one makes the proof fresh and gives the browser another cookie; a wrong one
    /// counts as a wrong sign-in.
    /// </summary>
    /// <returns>What is wrong; <see langword="null"/> when the password is right.</returns>
    public async Task<string?> ConfirmAsync(HttpContext context, string? password)
    {
        if (context.User.Owner() is not (Accounts.Local, var name))
            return Again;
        if (
            password is not { Length: > 0 and <= PasswordRules.Most }
            || await SignIn.CheckAsync(database, clock, name, password) is not { } user
            || user.HasExpired(clock.Now())
        )
        {
            refusals.SignIn(name, RefusalLog.NotConfirmed);
            return "The password is wrong, or the account is temporarily locked after too many attempts.";
        }
        var renewed = await database.WriteAsync(async write =>
        {
            await UserQueries.FailureAsync(write, name, 0, null);
            return await Session.RenewAsync(write, context.User.Id(), clock.Now());
        });
        if (renewed is not null)
            await Session.SendAsync(context, renewed);
        return null;
    }
}
