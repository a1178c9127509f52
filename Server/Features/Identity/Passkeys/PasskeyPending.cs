using System.Security.Cryptography;
using System.Text.Json;
using Microsoft.AspNetCore.DataProtection;

namespace IwTune.Server.Features.Identity.Passkeys;

/// <summary>
/// Between the question to an authenticator and its answer: an encrypted cookie with the challenge, good once in this browser.
/// </summary>
internal sealed class PasskeyPending(IDataProtectionProvider protection)
{
    private const string Cookie = "__Host-iwtune-passkey";
    public static readonly TimeSpan Life = TimeSpan.FromMinutes(5);
    private readonly ITimeLimitedDataProtector _protector = protection
        .CreateProtector("IwTune.Server.Passkey")
        .ToTimeLimitedDataProtector();

    /// <param name="Name">Whose new passkey; empty for a sign-in.</param>
    /// <param name="Title">What the person calls it.</param>
    /// <param name="State">The framework's.</param>
    internal sealed record Pending(string Name, string Title, string State);

    public void Leave(HttpContext context, Pending pending) =>
        context.Response.Cookies.Append(
            Cookie,
            _protector.Protect(JsonSerializer.Serialize(pending, PasskeyJson.Default.Pending), Life),
            Options()
        );

    public Pending? Take(HttpContext context)
    {
        if (context.Request.Cookies[Cookie] is not { } text)
            return null;
        context.Response.Cookies.Delete(Cookie, Options());
        try
        {
            return JsonSerializer.Deserialize(_protector.Unprotect(text), PasskeyJson.Default.Pending);
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
