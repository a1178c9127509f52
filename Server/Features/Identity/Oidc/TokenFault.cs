using Microsoft.IdentityModel.Protocols.OpenIdConnect;
using Microsoft.IdentityModel.Tokens;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>Why a token proves nothing, in the words of the sign-in page.</summary>
internal static class TokenFault
{
    public const string OtherClient = "the token is meant for another client";

    public static OidcException Of(Exception failure) => new(OidcFault.Unproven, Text(failure), failure);

    private static string Text(Exception failure) =>
        failure switch
        {
            SecurityTokenInvalidIssuerException => "the token is from another issuer",
            SecurityTokenInvalidAudienceException => OtherClient,
            SecurityTokenExpiredException or SecurityTokenInvalidLifetimeException or SecurityTokenNoExpirationException =>
                "the ID token has expired or is not valid yet; check the clocks of both servers",
            OpenIdConnectProtocolInvalidNonceException => "the ID token was made for another sign-in",
            SecurityTokenSignatureKeyNotFoundException
            or SecurityTokenInvalidSignatureException
            or SecurityTokenInvalidAlgorithmException => "the token is not signed by the provider",
            _ => "the provider's token is not a signed JSON Web Token for this server",
        };
}
