using IwTune.Server.Features.Identity.BreakGlass;
using IwTune.Server.Features.Identity.Passkeys;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Features.Users;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;

namespace IwTune.Server.Features.Identity;

/// <summary>A local account signs in: password, second factor where there is one or one is required, session.</summary>
internal sealed class SigningIn(
    Database database,
    ServerOptions options,
    SignInPace pace,
    SecondFactor factor,
    HalfSignIn half,
    TimeProvider clock
)
{
    /// <summary>Where a sign-in stands.</summary>
    internal enum Step
    {
        Refused,
        TooMany,
        SecondFactor,
        SetUp,
        Done,
    }

    public async Task<Step> WithPasswordAsync(HttpContext context, string name, string password)
    {
        if (pace.Wait(name) is { } seconds)
            return TooMany(context, seconds);
        if (await SignIn.CheckAsync(database, clock, name, password) is not { } user || !MaySignIn(user))
            return Step.Refused;
        var state = await factor.StateAsync(user.Name);
        if (state.App || IsRequired(user))
        {
            half.Leave(context, user);
            return state.App ? Step.SecondFactor : Step.SetUp;
        }
        await CompleteAsync(context, user, "password");
        return Step.Done;
    }

    /// <summary>The code of an app, or a recovery code. Wrong ones lock the account as wrong passwords do.</summary>
    public async Task<Step> WithCodeAsync(HttpContext context, UserRow pending, string code)
    {
        if (pace.Wait(pending.Name) is { } seconds)
            return TooMany(context, seconds);
        if (await Attempts.TakeAsync(database, clock, pending.Name) is not { } user)
            return Step.Refused;
        if (await factor.CheckAsync(user.Name, code) is not { } proof)
        {
            await Attempts.FailAsync(database, clock, user, "codes");
            return Step.Refused;
        }
        await CompleteAsync(context, user, $"password and {proof}");
        return Step.Done;
    }

    /// <summary>
    /// A passkey, which is both factors. It cannot be guessed, so wrong ones lock no account, and a person gets in whose account a guesser
    /// of passwords has locked.
    /// </summary>
    public async Task<Step> WithPasskeyAsync(HttpContext context, PasskeyProof passkeys, string answer)
    {
        if (await passkeys.CheckAsync(context, answer) is not var (user, title) || !user.Rights.May(Permission.Console) || !MaySignIn(user))
        {
            ServerMeters.SignInFailures.Add(1);
            return Step.Refused;
        }
        await CompleteAsync(context, user, $"the passkey ‘{title}’");
        return Step.Done;
    }

    /// <summary>Opens the session of an account that has proved itself.</summary>
    public async Task CompleteAsync(HttpContext context, UserRow user, string method)
    {
        var session = await database.WriteAsync(async write =>
        {
            // Ends the count of wrong tries too.
            await UserQueries.SignedInAsync(write, user.Name, clock.Now(), $"{context.Connection.RemoteIpAddress}");
            if (user.BreakGlass)
                await BreakGlassUse.TellAsync(write, clock, user.Name, method);
            return await Session.OpenAsync(
                write,
                context,
                clock,
                options.SessionLife,
                new()
                {
                    Kind = Accounts.Local,
                    Name = user.Name,
                    Method = method,
                    Stamp = user.SecurityStamp,
                }
            );
        });
        HalfSignIn.Forget(context);
        await context.SignInAsync(CookieAuthenticationDefaults.AuthenticationScheme, Session.Ticket(session));
    }

    /// <summary>Whether local sign-in is open to this account.</summary>
    public bool MaySignIn(UserRow user) =>
        options.LocalSignIn switch
        {
            LocalSignIn.On => true,
            LocalSignIn.BreakGlass => user.BreakGlass,
            _ => false,
        };

    private bool IsRequired(UserRow user) => options.SecondFactorRoles.Any(user.HasRole);

    private static Step TooMany(HttpContext context, int seconds)
    {
        context.Response.StatusCode = StatusCodes.Status429TooManyRequests;
        context.Response.Headers.RetryAfter = seconds.ToString(System.Globalization.CultureInfo.InvariantCulture);
        return Step.TooMany;
    }
}
