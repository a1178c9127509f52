using System.Security.Claims;
using IwTune.Server.Console;
using IwTune.Server.Features.Identity.KnownBrowsers;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity;

/// <summary>
/// Changes to how a person signs in need a proof that is minutes old: an open browser does not show that its person is there.
/// </summary>
internal sealed class Confirmation(Database database, SecondFactor factor, RefusalLog refusals, TimeProvider clock)
{
    /// <summary>How long a sign-in or a confirmation counts.</summary>
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
        if (who.Owner() is not (Accounts.Local, var name))
            return Again;
        return $"{Old}: confirm your password{((await factor.StateAsync(name)).App ? " and a code" : "")}.";
    }

    /// <summary>
    /// All factors of the session's person, as at a sign-in: the password, and a code where an app is set up. The right ones make the proof
    /// fresh and give the browser another cookie; wrong ones count as a wrong sign-in.
    /// </summary>
    /// <returns>What is wrong; <see langword="null"/> when they are right.</returns>
    public async Task<string?> ConfirmAsync(HttpContext context, string? password, string? code)
    {
        if (context.User.Owner() is not (Accounts.Local, var name))
            return Again;
        if (!await HasPasswordAsync(context, name, password) || !await HasCodeAsync(context, name, code ?? ""))
        {
            refusals.SignIn(name, RefusalLog.NotConfirmed);
            return "The password or the code is wrong, or the account is temporarily locked after too many attempts.";
        }
        await Attempts.ForgiveAsync(database, clock, name, KnownBrowser.HashOf(context));
        await RenewAsync(context, all: true);
        return null;
    }

    /// <summary>
    /// The password, for a change that asks for it although the proof is fresh. It gives the browser another cookie and keeps the time of
    /// the proof: an account may have an app, whose code was not asked for.
    /// </summary>
    /// <returns>Why the change may not be made.</returns>
    public async Task<string?> WithPasswordAsync(HttpContext context, string? password)
    {
        if (await ProblemAsync(context.User) is { } problem)
            return problem;
        if (context.User.Owner() is not (Accounts.Local, var name) || !await HasPasswordAsync(context, name, password))
        {
            refusals.SignIn(context.User.Owner().Name, RefusalLog.NotConfirmed);
            return "The password is wrong, or the account is temporarily locked after too many attempts.";
        }
        await RenewAsync(context, all: false);
        return null;
    }

    private async Task<bool> HasPasswordAsync(HttpContext context, string name, string? password) =>
        password is { Length: > 0 and <= PasswordRules.Most }
        && await SignIn.CheckAsync(database, clock, name, password, KnownBrowser.HashOf(context)) is { } user
        && !user.HasExpired(clock.Now());

    private async Task<bool> HasCodeAsync(HttpContext context, string name, string code) =>
        !(await factor.StateAsync(name)).App
        || (await Attempts.WithCodeAsync(database, clock, factor, name, code, KnownBrowser.HashOf(context))).Proof is not null;

    private async Task RenewAsync(HttpContext context, bool all)
    {
        if (await database.WriteAsync(write => Session.RenewAsync(write, context.User.Id(), clock.Now(), all)) is { } renewed)
            await Session.SendAsync(context, renewed);
    }
}
