using System.Security.Cryptography;
using System.Text.Json;
using Microsoft.AspNetCore.DataProtection;

namespace IwTune.Server.Console;

/// <summary>
/// What a form did, shown once on the page that follows it (POST, redirect, GET). Travels in a sealed cookie that lives a minute.
/// </summary>
internal sealed class Flash(IDataProtectionProvider protection)
{
    private const string Cookie = "__Host-iwtune-done";
    private static readonly TimeSpan Life = TimeSpan.FromMinutes(1);
    private readonly ITimeLimitedDataProtector _protector = protection
        .CreateProtector("IwTune.Server.Console.Flash")
        .ToTimeLimitedDataProtector();

    /// <param name="Text">What was done, as a sentence.</param>
    /// <param name="Undo">How to undo it; empty when it cannot be.</param>
    /// <param name="Secret">Something shown this one time: a new token.</param>
    /// <param name="Command">The command that goes with the secret; empty for none.</param>
    /// <param name="Kept">What the server does with the secret.</param>
    /// <param name="Failed">True when it says why nothing was done.</param>
    internal sealed record Message(
        string Text,
        string Undo = "",
        string Secret = "",
        string Command = "",
        string Kept = "The server keeps only a hash of it.",
        bool Failed = false
    );

    public void Leave(HttpContext context, Message message) =>
        context.Response.Cookies.Append(Cookie, _protector.Protect(JsonSerializer.Serialize(message), Life), Options());

    /// <summary>The message, which is gone afterwards.</summary>
    public Message? Take(HttpContext context)
    {
        if (context.Request.Cookies[Cookie] is not { } sealedText)
            return null;
        if (!context.Response.HasStarted)
            context.Response.Cookies.Delete(Cookie, Options());
        try
        {
            return JsonSerializer.Deserialize<Message>(_protector.Unprotect(sealedText));
        }
        catch (Exception stale) when (stale is CryptographicException or JsonException)
        {
            return null;
        }
    }

    // Lax: a provider sends people back, and what it said must reach the page that follows.
    private static CookieOptions Options() =>
        new()
        {
            HttpOnly = true,
            SameSite = SameSiteMode.Lax,
            Secure = true,
            Path = "/",
            MaxAge = Life,
        };
}
