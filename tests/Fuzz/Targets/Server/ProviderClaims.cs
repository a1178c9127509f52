using System.Text.Json;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Shared.Wire;

namespace IwTune.Fuzz.Targets.Server;

/// <summary>Claims of an identity provider's tokens, after the signature's check.</summary>
internal static class ProviderClaims
{
    private static readonly DateTimeOffset Now = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);

    private static readonly OidcSettings Strict = new()
    {
        Issuer = "",
        ClientId = "",
        SecretFile = "",
        Amr = ["mfa"],
        MaxAge = TimeSpan.FromHours(1),
    };

    public static bool Read(byte[] input)
    {
        JsonElement claims;
        try
        {
            claims = Claims.Read(input);
        }
        catch (JsonException)
        {
            return false;
        }
        if (Claims.Seconds(claims, "iat") is { } issued)
            _ = DateTimeOffset.FromUnixTimeSeconds(issued);
        var groups = Claims.Texts(claims, "groups");
        BrokenPromiseException.Unless(
            OidcGroups.Read(OidcGroups.Write(groups)).SequenceEqual(groups),
            "groups that are stored are read again"
        );
        _ = OidcGroups.Told(groups);
        var strength = SignInStrength.Of(claims);
        BrokenPromiseException.Unless(ShownText.IsPlain($"{strength}{strength.Problem(Strict, Now)}"), "nothing shown is hidden");
        try
        {
            _ = LogoutToken.Read(claims, "logout+jwt", Now);
            return true;
        }
        catch (OidcException)
        {
            return groups.Count > 0;
        }
    }
}
