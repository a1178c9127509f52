using System.Text.Json;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>What a provider says of itself (OpenID Connect Discovery 1.0 §3).</summary>
internal sealed record ProviderDocument(string Authorization, string Token, string? UserInfo, string? EndSession, string Keys, bool BasicOnly)
{
    /// <exception cref="OidcException">It is another issuer's, or lacks what is needed.</exception>
    public static ProviderDocument Read(JsonElement json, string issuer)
    {
        if (Text(json, "issuer") != issuer)
            throw new OidcException(OidcFault.Unreachable, $"its discovery document says issuer '{Text(json, "issuer")}', not '{issuer}' (--oidc-issuer)");
        return new(Address("authorization_endpoint"), Address("token_endpoint"), Optional("userinfo_endpoint"), Optional("end_session_endpoint"), Address("jwks_uri"), BasicOnly: !TakesPost(json));

        string Address(string name) => Optional(name) ?? throw new OidcException(OidcFault.Unreachable, $"its discovery document lacks {name}");

        string? Optional(string name) => Text(json, name) switch
        {
            null => null,
            var text when OidcSettings.MaySpeakTo(text) => text,
            var text => throw new OidcException(OidcFault.Unreachable, $"its {name} '{text}' is not https"),
        };
    }

    // Where the list is missing it means client_secret_basic (Discovery §3).
    private static bool TakesPost(JsonElement json) =>
        json.TryGetProperty("token_endpoint_auth_methods_supported", out var methods) && methods.ValueKind == JsonValueKind.Array
        && methods.EnumerateArray().Any(method => method.ValueKind == JsonValueKind.String && method.ValueEquals("client_secret_post"));

    private static string? Text(JsonElement json, string name) =>
        json.ValueKind == JsonValueKind.Object && json.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String ? value.GetString() : null;
}
