using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Features.Users;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity;

/// <summary>A person's own change of password. Their other sessions end.</summary>
internal static class ChangePassword
{
    /// <returns>What is wrong; empty when it is changed.</returns>
    public static async Task<IReadOnlyList<string>> RunAsync(
        Database database,
        TimeProvider clock,
        string name,
        string session,
        string current,
        string wanted
    )
    {
        if (current.Length > PasswordRules.Most || await SignIn.CheckAsync(database, clock, name, current) is null)
            return ["The current password is wrong, or the account is temporarily locked after too many attempts."];
        await Attempts.ForgiveAsync(database, name);
        if (PasswordRules.Problems(name, wanted) is { Count: > 0 } problems)
            return problems;
        if (wanted == current)
            return ["It is the current password."];
        await database.WriteAsync(async write =>
        {
            var stamp = Secret.New();
            await UserQueries.PasswordAsync(write, name, Passwords.Hash(wanted), stamp);
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
            return true;
        });
        return [];
    }
}
