using System.Text.Json;
using IwTune.Server.Console;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>How a person proved to be that person at the provider, as its ID token says (OpenID Connect Core 1.0 §2).</summary>
/// <param name="Class">The authentication context class (<c>acr</c>); <see langword="null"/> when the token has none.</param>
/// <param name="Methods">The authentication methods (<c>amr</c>), as in RFC 8176 or of the provider's own.</param>
/// <param name="At">When the person authenticated (<c>auth_time</c>), not when the token was made.</param>
internal sealed record SignInStrength(string? Class, IReadOnlyList<string> Methods, DateTimeOffset? At)
{
    private const string Again = "Sign out there and sign in again";
    private const int LongestShown = 80,
        MostShown = 10;

    public static SignInStrength Of(JsonElement idClaims) =>
        new(
            Claims.Text(idClaims, "acr"),
            Claims.Texts(idClaims, "amr"),
            // Providers that do not know the time write 0.
            Claims.Seconds(idClaims, "auth_time")
                is > 0
                    and var seconds
                ? DateTimeOffset.FromUnixTimeSeconds(seconds)
                : null
        );

    /// <summary>What the provider said, for the audit log.</summary>
    public override string ToString() =>
        (Class, Methods.Count, At) is (null, 0, null)
            ? "no acr, amr or auth_time"
            : string.Join(
                ", ",
                new[]
                {
                    Class is null ? "" : $"acr {Shown(Class)}",
                    Methods.Count == 0 ? "" : $"amr {List(Methods)}",
                    At is null ? "" : $"auth_time {At:u}",
                }.Where(text => text.Length > 0)
            );

    /// <summary>Why it does not meet <c>--oidc-acr</c>, <c>--oidc-amr</c> or <c>--oidc-max-age</c>, and what to do.</summary>
    /// <returns><see langword="null"/> when it meets all.</returns>
    public string? Problem(OidcSettings settings, DateTimeOffset now)
    {
        if (settings.Acr.Count > 0 && (Class is null || !settings.Acr.Contains(Class)))
            return Unlike("acr", Class is null ? [] : [Class], settings.Acr);
        if (settings.Amr.Count > 0 && !Methods.Any(settings.Amr.Contains))
            return Unlike("amr", Methods, settings.Amr);
        if (settings.MaxAge is not { } most)
            return null;
        // §3.1.2.1: a provider that gets max_age must send it.
        if (At is not { } at)
            return Missing("auth_time", "--oidc-max-age");
        if (at > now + ProviderTokens.Skew)
            return $"Its auth_time {at:u} is in the future; check the clocks of both servers.";
        return now - at <= most + ProviderTokens.Skew
            ? null
            : $"You authenticated there at {at:u}; --oidc-max-age permits {Quantities.Of(most)}. {Again}.";
    }

    private static string Unlike(string claim, IReadOnlyList<string> found, IReadOnlyList<string> required) =>
        found.Count == 0
            ? Missing(claim, $"--oidc-{claim}")
            : $"Its {claim} is {List(found)}; --oidc-{claim} requires {List(required)}. {Again} with the required factors.";

    private static string Missing(string claim, string option) =>
        $"Its ID token has no {claim}, which {option} requires: the provider must send it.";

    private static string List(IReadOnlyList<string> texts) =>
        string.Join(", ", texts.Take(MostShown).Select(Shown)) + (texts.Count > MostShown ? $" and {texts.Count - MostShown} more" : "");

    private static string Shown(string text) => $"‘{ShownText.OneLine(text.Length > LongestShown ? text[..LongestShown] + "…" : text)}’";
}
