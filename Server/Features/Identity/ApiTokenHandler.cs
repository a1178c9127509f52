using System.Text.Encodings.Web;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Authentication;
using Microsoft.Extensions.Options;

namespace IwTune.Server.Features.Identity;

/// <summary>Knows a program by <c>Authorization: Bearer TOKEN</c>.</summary>
internal sealed class ApiTokenHandler(
    IOptionsMonitor<AuthenticationSchemeOptions> options, ILoggerFactory logger, UrlEncoder encoder, Database database, TimeProvider clock)
    : AuthenticationHandler<AuthenticationSchemeOptions>(options, logger, encoder)
{
    public const string SchemeName = "Bearer";
    private const string HeaderStart = "Bearer ";

    public static bool Fits(HttpRequest request) =>
        request.Headers.Authorization.ToString().StartsWith(HeaderStart, StringComparison.OrdinalIgnoreCase);

    protected override async Task<AuthenticateResult> HandleAuthenticateAsync()
    {
        if (!Fits(Request))
            return AuthenticateResult.NoResult();
        var secret = Request.Headers.Authorization.ToString()[HeaderStart.Length..].Trim();
        var row = await database.ReadAsync(db => TokenQueries.FindByHashAsync(db, Secret.HashOf(secret)), Context.RequestAborted);
        if (row is null || row.Kind != nameof(TokenKind.Api) || row.RevokedAt is not null || row.ExpiresAt <= clock.Now())
            return AuthenticateResult.Fail("wrong, expired or revoked");
        var principal = Access.Principal(row.Name, $"token:{row.Name}", Enum.Parse<TokenScope>(row.Scope!), Scheme.Name, Access.PersonBehind(row.Behind));
        return AuthenticateResult.Success(new AuthenticationTicket(principal, Scheme.Name));
    }

    protected override Task HandleChallengeAsync(AuthenticationProperties properties)
    {
        Response.Headers.WWWAuthenticate = "Bearer";
        return Refusal.Of(StatusCodes.Status401Unauthorized, "A valid API token is needed.",
            "It is missing, wrong, expired or revoked. Make one on the server: iwtune-server token create --kind api").ExecuteAsync(Context);
    }

    protected override Task HandleForbiddenAsync(AuthenticationProperties properties) =>
        Refusal.Of(StatusCodes.Status403Forbidden, "This token's scope does not reach that far.",
            $"It may {Context.User.Scope()?.ToString().ToLowerInvariant()}. Make one with a wider scope.").ExecuteAsync(Context);
}
