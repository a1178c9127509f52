using System.Globalization;
using System.Text.Json;
using IwTune.Server.Hosting;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.IdentityModel.Protocols.OpenIdConnect;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>What the provider gave for one session. Kept encrypted, in the session's row.</summary>
/// <param name="Access">For userinfo.</param>
/// <param name="Refresh">For a new one of the first; <see langword="null"/> when the provider gives none.</param>
/// <param name="Id">The ID token, to name the session when it ends.</param>
/// <param name="Until">When the first expires, unix milliseconds.</param>
internal sealed record OidcTokens(string Access, string? Refresh, string? Id, long Until)
{
    private const string Purpose = "IwTune.Server.Oidc.Tokens";
    private const int DefaultSeconds = 300;

    /// <summary>Of the answer to a refresh.</summary>
    public static OidcTokens Of(JsonElement answer, TimeProvider clock, OidcTokens? before = null) =>
        new(
            Claims.Text(answer, "access_token") ?? "",
            Claims.Text(answer, "refresh_token") ?? before?.Refresh,
            Claims.Text(answer, "id_token") ?? before?.Id,
            clock.Now() + (1000 * (Claims.Seconds(answer, "expires_in") ?? DefaultSeconds))
        );

    /// <summary>Of the answer to a code.</summary>
    public static OidcTokens Of(OpenIdConnectMessage answer, TimeProvider clock) =>
        new(
            answer.AccessToken ?? "",
            answer.RefreshToken,
            answer.IdToken,
            clock.Now()
                + (1000 * (long.TryParse(answer.ExpiresIn, CultureInfo.InvariantCulture, out var seconds) ? seconds : DefaultSeconds))
        );

    public string Seal(IDataProtectionProvider protection) => protection.CreateProtector(Purpose).Protect(JsonSerializer.Serialize(this));

    /// <returns><see langword="null"/> when the keys it was encrypted with are gone.</returns>
    public static OidcTokens? Open(IDataProtectionProvider protection, string sealedText)
    {
        try
        {
            return JsonSerializer.Deserialize<OidcTokens>(protection.CreateProtector(Purpose).Unprotect(sealedText));
        }
        catch (Exception stale) when (stale is System.Security.Cryptography.CryptographicException or JsonException)
        {
            return null;
        }
    }
}
