using System.Security.Cryptography;
using System.Text.Json;
using IwTune.Server.Features.Users;
using IwTune.Server.Storage;
using Microsoft.AspNetCore.DataProtection;

namespace IwTune.Server.Features.Identity;

/// <summary>
/// Between the password and the second factor: an encrypted cookie that names the account, and gives no access by itself.
/// </summary>
internal sealed class HalfSignIn(Database database, IDataProtectionProvider protection)
{
    private const string Cookie = "__Host-iwtune-half";
    private static readonly TimeSpan Life = TimeSpan.FromMinutes(10);
    private readonly ITimeLimitedDataProtector _protector = protection
        .CreateProtector("IwTune.Server.HalfSignIn")
        .ToTimeLimitedDataProtector();

    private sealed record Half(string Name, string Stamp);

    public void Leave(HttpContext context, UserRow user) =>
        context.Response.Cookies.Append(
            Cookie,
            _protector.Protect(JsonSerializer.Serialize(new Half(user.Name, user.SecurityStamp)), Life),
            Options()
        );

    /// <returns>The account whose password was right in this browser, minutes ago.</returns>
    public async Task<UserRow?> FindAsync(HttpContext context)
    {
        if (context.Request.Cookies[Cookie] is not { } text || Open(text) is not { } half)
            return null;
        return await database.ReadAsync(db => UserQueries.FindAsync(db, half.Name)) is { } user && user.SecurityStamp == half.Stamp
            ? user
            : null;
    }

    public static void Forget(HttpContext context)
    {
        if (context.Request.Cookies.ContainsKey(Cookie))
            context.Response.Cookies.Delete(Cookie, Options());
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
