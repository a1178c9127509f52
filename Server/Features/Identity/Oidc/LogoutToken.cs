using System.Text.Json;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>What a provider says when a person has signed out there (OpenID Connect Back-Channel Logout 1.0 §2.4).</summary>
/// <param name="Id">Its own, so that it counts once.</param>
/// <param name="Subject">Who; <see langword="null"/> when only the session is named.</param>
/// <param name="Session">Which of the person's sessions there; <see langword="null"/> for all.</param>
internal sealed record LogoutToken(string Id, string? Subject, string? Session)
{
    private const string Event = "http://schemas.openid.net/event/backchannel-logout";
    private const int Longest = 255;

    // Typed tokens are only recommended (§2.4): many providers send none, or the JWT that says nothing (RFC 7519 §5.1).
    private static readonly string[] Types = ["", "JWT", "logout+jwt", "application/logout+jwt"];
    private static readonly long SkewSeconds = (long)ProviderTokens.Skew.TotalSeconds;

    /// <summary>Maximum age: an old one would sign out a person who has signed in again since.</summary>
    public static readonly TimeSpan Life = TimeSpan.FromMinutes(5);

    /// <param name="claims">Of a token whose signature, issuer and audience are the provider's for this server.</param>
    /// <param name="type">Of the token's head; <see langword="null"/> when it has none.</param>
    /// <param name="now">Judges its age.</param>
    /// <exception cref="OidcException">It is none, as §2.6 has it.</exception>
    public static LogoutToken Read(JsonElement claims, string? type, DateTimeOffset now)
    {
        if (Problem(claims, type, now.ToUnixTimeSeconds()) is { } problem)
            throw new OidcException(OidcFault.Unproven, problem);
        return new(Claims.Text(claims, "jti")!, Claims.Text(claims, "sub"), Claims.Text(claims, "sid"));
    }

    private static string? Problem(JsonElement claims, string? type, long now)
    {
        if (!Types.Contains(type ?? "", StringComparer.OrdinalIgnoreCase))
            return "the token has the type of another kind of token";
        if (Claims.Seconds(claims, "iat") is not { } issued || issued - SkewSeconds > now)
            return "the logout token is from the future; check the clocks of both servers";
        if (
            issued + (long)Life.TotalSeconds + SkewSeconds <= now
            || (Claims.Seconds(claims, "exp") is { } expires && expires + SkewSeconds <= now)
        )
            return "the logout token is too old";
        // Without these an ID token, which browsers and other clients have, would sign people out.
        if (claims.TryGetProperty("nonce", out _) || !IsLogout(claims))
            return "the token is not a logout token";
        if (Claims.Text(claims, "jti") is not { Length: > 0 and <= Longest })
            return "the logout token has no id (jti)";
        return Fits("sub") && Fits("sid") && (claims.TryGetProperty("sub", out _) || claims.TryGetProperty("sid", out _))
            ? null
            : "the logout token names neither a person nor a session";

        bool Fits(string name) => !claims.TryGetProperty(name, out _) || Claims.Text(claims, name) is { Length: > 0 and <= Longest };
    }

    private static bool IsLogout(JsonElement claims) =>
        claims.TryGetProperty("events", out var events)
        && events.ValueKind == JsonValueKind.Object
        && events.TryGetProperty(Event, out var what)
        && what.ValueKind == JsonValueKind.Object;
}
