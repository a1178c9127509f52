using System.Security.Cryptography;
using System.Text.Json;
using IwTune.Server.Features.Users;
using IwTune.Server.Storage;
using Microsoft.AspNetCore.DataProtection;

namespace IwTune.Server.Features.Identity;

/// <summary>
/// Between the password and what else a sign-in needs, a second factor or a new password: an encrypted cookie that names the account, and
/// gives no access by itself.
/// </summary>
internal sealed class HalfSignIn(Database database, IDataProtectionProvider protection)
{
    private const string Cookie = "__Host-iwtune-half";
    private static readonly TimeSpan Life = TimeSpan.FromMinutes(10);
    private readonly ITimeLimitedDataProtector _protector = protection
        .CreateProtector("IwTune.Server.HalfSignIn")
        .ToTimeLimitedDataProtector();

    /// <param name="Name">The account.</param>
    /// <param name="Stamp">Its stamp then.</param>
    /// <param name="Method">All factors that were proved; <see langword="null"/> while one is missing.</param>
    private sealed record Half(string Name, string Stamp, string? Method);

    /// <summary>An account that has proved all its factors.</summary>
    internal readonly record struct Proved(UserRow User, string Method);

    public void Leave(HttpContext context, UserRow user, string? method = null) =>
        context.Response.Cookies.Append(
            Cookie,
            _protector.Protect(JsonSerializer.Serialize(new Half(user.Name, user.SecurityStamp, method)), Life),
            Options()
        );

    /// <returns>The account whose password was right in this browser, minutes ago.</returns>
    public async Task<UserRow?> FindAsync(HttpContext context) => (await ReadAsync(context))?.User;

    /// <returns>The account that only lacks a password of its person's own.</returns>
    public async Task<Proved?> FindProvedAsync(HttpContext context) =>
        await ReadAsync(context) is (var user, { } method) && user.HasInitialPassword() ? new Proved(user, method) : null;

    public static void Forget(HttpContext context)
    {
        if (context.Request.Cookies.ContainsKey(Cookie))
            context.Response.Cookies.Delete(Cookie, Options());
    }

    private async Task<(UserRow User, string? Method)?> ReadAsync(HttpContext context)
    {
        if (context.Request.Cookies[Cookie] is not { } text || Open(text) is not { } half)
            return null;
        return await database.ReadAsync(db => UserQueries.FindAsync(db, half.Name)) is { } user && user.SecurityStamp == half.Stamp
            ? (user, half.Method)
            : null;
    }

    private Half? Open(string text)
    {
        try
        {
            return JsonSerializer.Deserialize<Half>(_protector.Unprotect(text));
        }
        catch (Exception stale) when (stale is CryptographicException or JsonException)
        {
            return null;
        }
    }

    private static CookieOptions Options() =>
        new()
        {
            HttpOnly = true,
            Secure = true,
            SameSite = SameSiteMode.Strict,
            MaxAge = Life,
            Path = "/",
        };
}
