using System.Text.Json;
using Microsoft.IdentityModel.JsonWebTokens;
using Microsoft.IdentityModel.Tokens;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>What counts as a token of the provider for this server: its signature, issuer and audience.</summary>
internal sealed class ProviderTokens(OidcSettings settings, ProviderConfiguration provider, TimeProvider clock)
{
    /// <summary>Servers' clocks may differ by so much.</summary>
    public static readonly TimeSpan Skew = TimeSpan.FromMinutes(1);

    private const int Longest = 64 * 1024,
        LongestSubject = 255;

    private readonly JsonWebTokenHandler _handler = new() { MaximumTokenSizeInBytes = Longest };

    /// <summary>The checks of an ID token. Symmetric algorithms and <c>none</c> never count (RFC 8725 §3.1).</summary>
    public TokenValidationParameters Parameters =>
        new()
        {
            ConfigurationManager = provider,
            ValidIssuer = settings.Issuer,
            ValidAudience = settings.ClientId,
            ValidAlgorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"],
            RequireSignedTokens = true,
            RequireExpirationTime = true,
            LifetimeValidator = (from, expires, _, _) =>
                expires is { } end
                && clock.GetUtcNow() < new DateTimeOffset(end, TimeSpan.Zero) + Skew
                && (from is not { } begin || new DateTimeOffset(begin, TimeSpan.Zero) <= clock.GetUtcNow() + Skew),
        };

    /// <summary>The claims of a token other than an ID token; its times are left to the caller.</summary>
    /// <exception cref="OidcException">Not a token, not signed by this provider, or for another client.</exception>
    public Task<JsonElement> ReadAsync(string token, CancellationToken ct) => ReadAsync(token, withTimes: false, ct);

    /// <summary>The claims of an ID token (OpenID Connect Core 1.0 §3.1.3.7), except its nonce.</summary>
    /// <remarks>The framework takes an unsigned one from the token endpoint, as the specification allows.</remarks>
    /// <exception cref="OidcException">
    /// As in <see cref="ReadAsync(string, CancellationToken)"/>; or its times or its subject are wrong.
    /// </exception>
    public async Task<JsonElement> ReadIdTokenAsync(string token, CancellationToken ct)
    {
        var claims = await ReadAsync(token, withTimes: true, ct);
        if (Claims.Seconds(claims, "iat") is not { } issued || DateTimeOffset.FromUnixTimeSeconds(issued) > clock.GetUtcNow() + Skew)
            throw new OidcException(OidcFault.Unproven, "the ID token is from the future; check the clocks of both servers");
        return Claims.Text(claims, "sub") is { Length: > 0 and <= LongestSubject }
            ? claims
            : throw new OidcException(OidcFault.Unproven, "the ID token has no subject");
    }

    /// <summary>The claims of a token that was validated; <see langword="null"/> when it is none.</summary>
    public static JsonElement? Payload(string token)
    {
        try
        {
            return Claims.Read(Base64UrlEncoder.DecodeBytes(new JsonWebToken(token).EncodedPayload));
        }
        catch (Exception none) when (none is ArgumentException or SecurityTokenException or FormatException or JsonException)
        {
            return null;
        }
    }

    private async Task<JsonElement> ReadAsync(string token, bool withTimes, CancellationToken ct)
    {
        await provider.GetConfigurationAsync(ct); // a provider that is down is not a token that is bad
        var parameters = Parameters;
        if (!withTimes)
            (parameters.ValidateLifetime, parameters.LifetimeValidator) = (false, null);
        var result = await _handler.ValidateTokenAsync(token, parameters);
        if (!result.IsValid)
            throw TokenFault.Of(result.Exception);
        var claims = Payload(token) ?? throw new OidcException(OidcFault.Unproven, "the token's claims cannot be read");
        return AnotherParty(claims) is { } problem ? throw new OidcException(OidcFault.Unproven, problem) : claims;
    }

    /// <summary>A token for several clients names the one it was made for.</summary>
    private string? AnotherParty(JsonElement claims)
    {
        var several =
            claims.TryGetProperty("aud", out var audience) && audience.ValueKind == JsonValueKind.Array && audience.GetArrayLength() > 1;
        var party = Claims.Text(claims, "azp");
        return (several || party is not null) && party != settings.ClientId ? TokenFault.OtherClient : null;
    }
}
