using System.Net;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>
/// What a refusal of the token endpoint is about. Only a denial of the code or of the refresh token is about the person; an outage, or an
/// expired client secret, must end no session.
/// </summary>
internal static class TokenDenial
{
    /// <param name="status">Of HTTP.</param>
    /// <param name="error">The error code (RFC 6749 §5.2); <see langword="null"/> when the answer has none.</param>
    /// <returns><see langword="null"/> when the code or the refresh token was denied.</returns>
    public static OidcFault? Of(HttpStatusCode status, string? error) =>
        (status, error) switch
        {
            (>= HttpStatusCode.InternalServerError or HttpStatusCode.TooManyRequests or HttpStatusCode.RequestTimeout, _) =>
                OidcFault.Unreachable,
            (_, "server_error" or "temporarily_unavailable") => OidcFault.Unreachable,
            (_, "invalid_client" or "unauthorized_client") => OidcFault.Misconfigured,
            // Providers that name no error for a wrong secret use the statuses of HTTP for it.
            (HttpStatusCode.Unauthorized or HttpStatusCode.Forbidden, null) => OidcFault.Misconfigured,
            (_, null) => OidcFault.Unreachable,
            _ => null,
        };
}
