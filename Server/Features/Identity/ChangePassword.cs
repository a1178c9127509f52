using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.KnownBrowsers;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Features.Users;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity;

/// <summary>A person's own change of password. Their other sessions end, and this one gets another cookie.</summary>
internal sealed partial class ChangePassword(
    Database database,
    TimeProvider clock,
    RefusalLog refusals,
    RefusedPasswords known,
    ServerOptions options,
    ILogger<ChangePassword> log
)
{
    private const string Meanwhile = "The account was changed meanwhile; sign in again.";

    private readonly IReadOnlyList<string> _words = PasswordRules.WordsOf(ServerNames.Of(options));

    /// <returns>What is wrong; empty when it is changed.</returns>
    public async Task<IReadOnlyList<string>> RunAsync(HttpContext context, string name, string current, string wanted)
    {
        if (
            current.Length > PasswordRules.Most
            || await SignIn.CheckAsync(database, clock, name, current, KnownBrowser.HashOf(context)) is not { } user
            || user.HasExpired(clock.Now())
        )
        {
            refusals.SignIn(name, RefusalLog.NotConfirmed);
            return ["The current password is wrong, or the account is temporarily locked after too many attempts."];
        }
        await Attempts.ForgiveAsync(database, clock, name, KnownBrowser.HashOf(context));
        if (Problems(name, wanted, wanted == current) is { Count: > 0 } problems)
            return problems;
        var session = context.User.Id();
        var (renewed, secret) = await database.WriteAsync<(SessionRow?, string?)>(async write =>
        {
            // An administrator may have reset the password, or removed the account, since it was proved.
            if (await UserQueries.FindAsync(write, name) is not { } now || now.SecurityStamp != user.SecurityStamp)
                return (null, null);
            var stamp = Secret.New();
            await UserQueries.PasswordAsync(write, name, Passwords.Hash(wanted), null, stamp);
            await SessionQueries.EndAllAsync(write, Accounts.Local, name, but: session);
            await SessionQueries.RestampAsync(write, session, stamp);
            await AuditLog.AppendAsync(
                write,
                clock,
                $"user:{name}",
                AccountActions.ChangePassword,
                $"user:{name}",
                $"User {name} changed the password; the other sessions ended."
            );
            return (
                await Session.RenewAsync(write, session, clock.Now(), all: false),
                await KnownBrowser.RememberAsync(write, clock, context, name, stamp)
            );
        });
        if (secret is null)
            return [Meanwhile];
        KnownBrowser.Send(context, secret);
        if (renewed is not null)
            await Session.SendAsync(context, renewed);
        return [];
    }

    /// <summary>Replaces an initial password, which its person has just proved.</summary>
    /// <returns>The account with it; or what is wrong.</returns>
    public async Task<(UserRow? User, IReadOnlyList<string> Problems)> FirstAsync(UserRow user, string wanted)
    {
        if (
            Problems(user.Name, wanted, wanted.Length <= PasswordRules.Most && Passwords.Fits(user.PasswordHash, wanted)) is
            { Count: > 0 } problems
        )
            return (null, problems);
        var changed = await database.WriteAsync(async write =>
        {
            if (await UserQueries.FindAsync(write, user.Name) is not { } now || now.SecurityStamp != user.SecurityStamp)
                return null;
            await UserQueries.PasswordAsync(write, user.Name, Passwords.Hash(wanted), null, Secret.New());
            await SessionQueries.EndAllAsync(write, Accounts.Local, user.Name);
            await AuditLog.AppendAsync(
                write,
                clock,
                $"user:{user.Name}",
                AccountActions.ChangePassword,
                $"user:{user.Name}",
                $"User {user.Name} replaced the initial password."
            );
            return await UserQueries.FindAsync(write, user.Name);
        });
        return changed is null ? (null, [Meanwhile]) : (changed, []);
    }

    private IReadOnlyList<string> Problems(string name, string wanted, bool same)
    {
        if (PasswordRules.Problems(name, wanted, _words) is { Count: > 0 } problems)
            return problems;
        if (same)
            return ["It is the current password."];
        try
        {
            return known.Has(wanted) ? ["It is in a list of passwords that others know."] : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            NotRead(e.Message);
            return ["The list of known passwords cannot be read; the server's log says why. Tell an administrator."];
        }
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "A password was not changed: a file of --refused-passwords cannot be read: {Why}")]
    private partial void NotRead(string why);
}
