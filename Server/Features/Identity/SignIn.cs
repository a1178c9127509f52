using System.Security.Claims;
using IwTune.Server.Features.Audit;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;

namespace IwTune.Server.Features.Identity;

/// <summary>A person signs in with name and password. Refusals look alike, whatever their reason.</summary>
internal static class SignIn
{
    private const int LockAfter = 5;
    private static readonly TimeSpan FirstLock = TimeSpan.FromMinutes(1), LongestLock = TimeSpan.FromHours(1);
    private const string StampClaim = "stamp";

    /// <summary>Checks the password and, when it fits, sets the cookie.</summary>
    /// <returns>False when name or password is wrong, or the account is locked for now.</returns>
    public static async Task<bool> RunAsync(HttpContext context, Database database, TimeProvider clock, string name, string password)
    {
        if (await CheckAsync(database, clock, name, password) is not { } user)
            return false;
        await context.SignInAsync(CookieAuthenticationDefaults.AuthenticationScheme, Principal(user));
        return true;
    }

    /// <returns>The account; <see langword="null"/> when name or password is wrong, or the account is locked for now.</returns>
    public static async Task<UserRow?> CheckAsync(Database database, TimeProvider clock, string name, string password)
    {
        var user = await database.ReadAsync(db => UserQueries.FindAsync(db, name));
        var open = user is not null && !(user.LockedUntil > clock.Now());
        if (!open)
            Passwords.Spend(password);
        else if (Passwords.Fits(user!.PasswordHash, password))
        {
            if (user.Failed > 0)
                await database.WriteAsync(write => UserQueries.FailureAsync(write, name, 0, null));
            return user;
        }
        else
            await FailAsync(database, clock, user);
        ServerMeters.SignInFailures.Add(1);
        return null;
    }

    /// <summary>Ends a session whose account changed since: new password, removed.</summary>
    public static async Task RevalidateAsync(CookieValidatePrincipalContext context)
    {
        var database = context.HttpContext.RequestServices.GetRequiredService<Database>();
        var user = await database.ReadAsync(db => UserQueries.FindAsync(db, context.Principal?.Identity?.Name ?? ""));
        if (user is not null && user.SecurityStamp == context.Principal?.FindFirstValue(StampClaim))
            return;
        context.RejectPrincipal();
        await context.HttpContext.SignOutAsync(CookieAuthenticationDefaults.AuthenticationScheme);
    }

    private static ClaimsPrincipal Principal(UserRow user) => Access.Principal(
        user.Name, $"user:{user.Name}", user.ReadScope(), CookieAuthenticationDefaults.AuthenticationScheme, new Claim(StampClaim, user.SecurityStamp));

    private static Task<int> FailAsync(Database database, TimeProvider clock, UserRow user) => database.WriteAsync(async write =>
    {
        var failed = (await UserQueries.FindAsync(write, user.Name))!.Failed + 1;
        long? until = null;
        if (failed >= LockAfter)
        {
            var pause = FirstLock * Math.Pow(2, Math.Min(failed - LockAfter, 10));
            until = clock.Now() + (long)Math.Min(pause.TotalMilliseconds, LongestLock.TotalMilliseconds);
            await AuditLog.AppendAsync(write, clock, "server", "user.lock", $"user:{user.Name}", $"Locked until {Clock.At(until.Value):u} after {failed} wrong passwords.");
        }
        return await UserQueries.FailureAsync(write, user.Name, failed, until);
    });
}
