using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity;

/// <summary>Gives an account a new random password, shown once. Its sessions end and its lock is lifted.</summary>
internal static class ResetPassword
{
    /// <returns>The password; <see langword="null"/> when there is no such account.</returns>
    public static Task<string?> RunAsync(Database database, TimeProvider clock, string actor, string name) => database.WriteAsync<string?>(async write =>
    {
        var password = Passwords.New();
        if (await UserQueries.PasswordAsync(write, name, Passwords.Hash(password), Secret.New()) == 0)
            return null;
        await AuditLog.AppendAsync(write, clock, actor, "user.password", $"user:{name}", $"User {name} has a new password; its sessions are over.");
        return password;
    });
}
