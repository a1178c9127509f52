using IwTune.Server.Features.Identity.BreakGlass;
using IwTune.Server.Features.Identity.KnownBrowsers;
using IwTune.Server.Features.Identity.Passkeys;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Features.Users;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
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
    ChangePassword change,
    RefusalLog refusals,
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
        Expired,
        NewPassword,
        Done,
    }

    public async Task<Step> WithPasswordAsync(HttpContext context, string name, string password)
    {
        if (await WaitAsync(context, name) is { } seconds)
            return TooMany(context, name, seconds);
        if (await SignIn.CheckAsync(database, clock, name, password, KnownBrowser.HashOf(context)) is not { } user)
            return Refused(name, "wrong name or password, or the account is locked");
        if (!MaySignIn(user))
            return Refused(name, "local sign-in is not open to the account");
        if (user.HasExpired(clock.Now()))
        {
            refusals.SignIn(name, "the initial password has expired");
            return Step.Expired;
        }
        var state = await factor.StateAsync(user.Name);
        if (state.App || IsRequired(user))
        {
            half.Leave(context, user);
            return state.App ? Step.SecondFactor : Step.SetUp;
        }
        return await FinishAsync(context, user, "password");
    }

    /// <summary>The code of an app, or a recovery code. Wrong ones lock the account as wrong passwords do.</summary>
    public async Task<Step> WithCodeAsync(HttpContext context, UserRow pending, string code)
    {
        if (await WaitAsync(context, pending.Name) is { } seconds)
            return TooMany(context, pending.Name, seconds);
        var browser = KnownBrowser.HashOf(context);
        var (user, proof) = await Attempts.WithCodeAsync(database, clock, factor, pending.Name, code, browser);
        if (user is null)
            return Refused(pending.Name, "the account is locked");
        return proof is null
            ? Refused(user.Name, "wrong code of the second factor")
            : await FinishAsync(context, user, $"password and {proof}");
    }

    /// <summary>
    /// A passkey, which is both factors. It cannot be guessed, so wrong ones lock no account, and a person gets in whose account a guesser
    /// of passwords has locked.
    /// </summary>
    public async Task<Step> WithPasskeyAsync(HttpContext context, PasskeyProof passkeys, string answer)
    {
        if (await passkeys.CheckAsync(context, answer) is not var (user, title))
        {
            ServerMeters.SignInFailures.Add(1);
            return Refused("", "a passkey that is unknown or proves nothing");
        }
        if (!user.Rights.May(Permission.Console) || !MaySignIn(user))
        {
            ServerMeters.SignInFailures.Add(1);
            return Refused(user.Name, "the account may not sign in with a passkey");
        }
        await CompleteAsync(context, user, $"the passkey ‘{title}’");
        return Step.Done;
    }

    /// <summary>All factors of the account are proved.</summary>
    public async Task<Step> FinishAsync(HttpContext context, UserRow user, string method)
    {
        if (user.HasInitialPassword())
        {
            half.Leave(context, user, method);
            return Step.NewPassword;
        }
        await CompleteAsync(context, user, method);
        return Step.Done;
    }

    /// <summary>A password of the person's own, in place of the initial one.</summary>
    /// <returns>What is wrong with it; empty when the person is signed in.</returns>
    public async Task<IReadOnlyList<string>> WithNewPasswordAsync(HttpContext context, HalfSignIn.Proved proved, string wanted)
    {
        var (user, problems) = await change.FirstAsync(proved.User, wanted);
        if (user is not null)
            await CompleteAsync(context, user, proved.Method);
        return problems;
    }

    private async Task CompleteAsync(HttpContext context, UserRow user, string method)
    {
        var (session, secret) = await database.WriteAsync(async write =>
        {
            // Ends the count of wrong tries too, but not a lock: a guesser would get more guesses with each sign-in of the person.
            await UserQueries.SignedInAsync(write, user.Name, clock.Now(), $"{context.Connection.RemoteIpAddress}");
            if (user.BreakGlass)
                await BreakGlassUse.TellAsync(write, clock, user.Name, method);
            var opened = await Session.OpenAsync(
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
            return (opened, await KnownBrowser.RememberAsync(write, clock, context, user.Name, user.SecurityStamp));
        });
        KnownBrowser.Send(context, secret);
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

    // Of a known browser for itself, as its wrong passwords are: others cannot use up its tries.
    private async Task<int?> WaitAsync(HttpContext context, string name)
    {
        var known = await database.ReadAsync(db => KnownBrowser.FindAsync(db, clock, KnownBrowser.HashOf(context), name));
        return pace.Wait(known is null ? name : $"{known.Hash} {name}");
    }

    private Step Refused(string name, string why)
    {
        refusals.SignIn(name, why);
        return Step.Refused;
    }

    private Step TooMany(HttpContext context, string name, int seconds)
    {
        refusals.SignIn(name, "too many tries of this name within a minute");
        context.Response.StatusCode = StatusCodes.Status429TooManyRequests;
        context.Response.Headers.RetryAfter = seconds.ToString(System.Globalization.CultureInfo.InvariantCulture);
        return Step.TooMany;
    }
}
