using System.Text.Json;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>What an ID token must say to prove a person (OpenID Connect Core 1.0 §3.1.3.7).</summary>
internal static class Claims
{
    private const int SkewSeconds = 60, LongestSubject = 255;

    public static string? Text(JsonElement claims, string name) =>
        claims.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String ? value.GetString() : null;

    /// <returns>What is wrong; <see langword="null"/> when issuer, audience, time, nonce and subject all fit.</returns>
    public static string? Problem(JsonElement claims, OidcSettings settings, string nonce, DateTimeOffset now)
    {
        if (OfAnother(claims, settings) is { } problem)
            return problem;
        if (Seconds(claims, "exp") is not { } expires || expires + SkewSeconds <= now.ToUnixTimeSeconds())
            return "the ID token has expired; do the clocks of both servers agree?";
        if (Seconds(claims, "iat") is not { } issued || issued - SkewSeconds > now.ToUnixTimeSeconds())
            return "the ID token is of the future; do the clocks of both servers agree?";
        if (nonce.Length == 0 || Text(claims, "nonce") != nonce)
            return "the ID token was made for another sign-in";
        return Text(claims, "sub") is { Length: > 0 and <= LongestSubject } ? null : "the ID token names nobody";
    }

    /// <returns>What is wrong with issuer or audience.</returns>
    public static string? OfAnother(JsonElement claims, OidcSettings settings)
    {
        if (Text(claims, "iss") != settings.Issuer)
            return "the token is of another issuer";
        var audience = claims.TryGetProperty("aud", out var aud) ? aud : default;
        var several = audience.ValueKind == JsonValueKind.Array && audience.GetArrayLength() > 1;
        var forUs = audience.ValueKind == JsonValueKind.Array
            ? audience.EnumerateArray().Any(one => one.ValueKind == JsonValueKind.String && one.ValueEquals(settings.ClientId))
            : audience.ValueKind == JsonValueKind.String && audience.ValueEquals(settings.ClientId);
        if (!forUs || (several && Text(claims, "azp") != settings.ClientId) || (Text(claims, "azp") is { } party && party != settings.ClientId))
            return "the token is meant for another client";
        return null;
    }

    public static long? Seconds(JsonElement claims, string name) =>
        claims.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.Number && value.TryGetDouble(out var seconds) && Math.Abs(seconds) < 1e12 ? (long)seconds : null;
}
