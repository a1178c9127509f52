using System.Security.Cryptography;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.AspNetCore.WebUtilities;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>Ends the session at the provider too (OpenID Connect RP-Initiated Logout 1.0), where it offers that.</summary>
internal sealed class ProviderSignOut(
    IServiceProvider services,
    ServerOptions options,
    Database database,
    IDataProtectionProvider protection,
    TimeProvider clock
)
{
    public const string Path = "/sign-out/company";
    private const string Cookie = "__Host-iwtune-away";
    private const int LargestHint = 3000;
    private static readonly TimeSpan Life = TimeSpan.FromMinutes(1);
    private readonly ITimeLimitedDataProtector _protector = protection
        .CreateProtector("IwTune.Server.Oidc.Away")
        .ToTimeLimitedDataProtector();

    public string Name => options.Oidc?.Name ?? "";

    /// <summary>Leaves the ID token, which names the session there, in an encrypted cookie for one minute.</summary>
    /// <returns>False when there is nothing to end: a local account, or a provider without an address for it.</returns>
    public async Task<bool> PrepareAsync(HttpContext context)
    {
        if (options.Oidc is null || context.User.Owner() is not (Accounts.Provider, _) || await EndpointAsync(context) is null)
            return false;
        var row = await database.ReadAsync(db => SessionQueries.FindAsync(db, context.User.Id(), clock.Now()));
        var hint = row is null ? null : OidcTokens.Open(protection, row.Sealed)?.Id;
        context.Response.Cookies.Append(Cookie, _protector.Protect(hint is { Length: <= LargestHint } ? hint : "", Life), Options());
        return true;
    }

    /// <summary>Sends the browser to the provider, once.</summary>
    public async Task<IResult> GoAsync(HttpContext context)
    {
        if (
            context.Request.Cookies[Cookie] is not { } text
            || await EndpointAsync(context) is not { } endpoint
            || options.Oidc is not { } settings
        )
            return Results.LocalRedirect("/sign-in");
        context.Response.Cookies.Delete(Cookie, Options());
        var query = new Dictionary<string, string?>(StringComparer.Ordinal)
        {
            ["client_id"] = settings.ClientId,
            ["post_logout_redirect_uri"] = $"https://{context.Request.Host}/sign-in",
        };
        if (Open(text) is { Length: > 0 } hint)
            query["id_token_hint"] = hint;
        return Results.Redirect(QueryHelpers.AddQueryString(endpoint, query));
    }

    private async Task<string?> EndpointAsync(HttpContext context) =>
        (await services.GetRequiredService<ProviderConfiguration>().SoonAsync(context.RequestAborted))?.Document?.EndSessionEndpoint
            is { Length: > 0 } endpoint
            ? endpoint
            : null;

    private string? Open(string text)
    {
        try
        {
            return _protector.Unprotect(text);
        }
        catch (CryptographicException)
        {
            return null;
        }
    }

    private static CookieOptions Options() =>
        new()
        {
            HttpOnly = true,
            Secure = true,
            SameSite = SameSiteMode.Lax,
            MaxAge = Life,
            Path = "/",
        };
}
