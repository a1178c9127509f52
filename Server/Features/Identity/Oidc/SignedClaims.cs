using System.Buffers.Text;
using System.Text;
using System.Text.Json;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>A JSON Web Token of the provider in compact form (RFC 7519), its signature checked against the provider's keys.</summary>
internal static class SignedClaims
{
    private const int Longest = 64 * 1024;

    /// <exception cref="OidcException">Not a token, or not signed by this provider.</exception>
    public static async Task<JsonElement> ReadAsync(ProviderLink provider, string token, CancellationToken ct)
    {
        if (token.Length > Longest || token.Split('.') is not [var head, var body, var mark] || Json(head) is not { } header || Json(body) is not { } claims || !Base64Url.IsValid(mark))
            throw new OidcException(OidcFault.Unproven, "the provider's token is not a signed JSON Web Token");
        var algorithm = Claims.Text(header, "alg") ?? "";
        var keyId = Claims.Text(header, "kid");
        var (signed, signature) = (Encoding.ASCII.GetBytes($"{head}.{body}"), Base64Url.DecodeFromChars(mark));
        foreach (var key in await provider.KeysAsync(keyId, ct))
        {
            if ((keyId is null || key.Id == keyId) && key.Signed(algorithm, signed, signature))
                return claims;
        }
        throw new OidcException(OidcFault.Unproven, "the provider's token carries a signature that is not the provider's");
    }

    /// <summary>The claims of a token that was checked when it came.</summary>
    public static JsonElement? Unchecked(string token) => token.Split('.') is [_, var body, _] ? Json(body) : null;

    private static JsonElement? Json(string part)
    {
        if (!Base64Url.IsValid(part))
            return null;
        try
        {
            using var json = JsonDocument.Parse(Base64Url.DecodeFromChars(part));
            return json.RootElement.ValueKind == JsonValueKind.Object ? json.RootElement.Clone() : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
