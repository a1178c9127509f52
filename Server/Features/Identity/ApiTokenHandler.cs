using System.Text.Encodings.Web;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Readiness;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Authentication;
using Microsoft.Extensions.Options;

namespace IwTune.Server.Features.Identity;

/// <summary>Knows a program by <c>Authorization: Bearer TOKEN</c>.</summary>
internal sealed class ApiTokenHandler(
    IOptionsMonitor<AuthenticationSchemeOptions> options,
    ILoggerFactory logger,
    UrlEncoder encoder,
    Database database,
    Accounts accounts,
    TokenUses uses,
    RefusalLog refusals,
    TimeProvider clock
) : AuthenticationHandler<AuthenticationSchemeOptions>(options, logger, encoder)
{
    public const string SchemeName = "Bearer";
    private const string HeaderStart = "Bearer ";

    public static bool Fits(HttpRequest request) =>
        request.Headers.Authorization.ToString().StartsWith(HeaderStart, StringComparison.OrdinalIgnoreCase);

    protected override async Task<AuthenticateResult> HandleAuthenticateAsync()
    {
        if (!Fits(Request))
            return AuthenticateResult.NoResult();
        try
        {
            return await KnowAsync();
        }
        catch (StoreException unread) when (Context.GetEndpoint()?.Metadata.GetMetadata<NeedsNoStore>() is not null)
        {
            return AuthenticateResult.Fail(unread);
        }
    }

    private async Task<AuthenticateResult> KnowAsync()
    {
        var secret = Request.Headers.Authorization.ToString()[HeaderStart.Length..].Trim();
        var now = clock.Now();
        var (row, owner) = await database.ReadAsync(
            async db =>
                await TokenQueries.FindByHashAsync(db, Secret.HashOf(secret)) is { } token
                    ? (token, token.Owner is { } name ? await accounts.OfOwnerAsync(db, name, now) : null)
                    : default,
            Context.RequestAborted
        );
        if (Problem(row, owner, now) is { } problem)
        {
            refusals.Token(row?.Id, problem);
            return AuthenticateResult.Fail("wrong, expired or revoked");
        }
        uses.Saw(row!.Id, Context.Connection.RemoteIpAddress);
        return AuthenticateResult.Success(new AuthenticationTicket(row.Caller(owner, Scheme.Name).Principal(), Scheme.Name));
    }

    private static string? Problem(TokenRow? row, Rights? owner, long now) =>
        row switch
        {
            null => "there is no such token",
            { Kind: not nameof(TokenKind.Api) } => "it is of another kind",
            { RevokedAt: not null } => "it is revoked",
            _ when row.ExpiresAt <= now => "it has expired",
            { Owner: not null } when owner is null => "its owner has no access any more",
            _ => null,
        };

    protected override Task HandleChallengeAsync(AuthenticationProperties properties)
    {
        Response.Headers.WWWAuthenticate = "Bearer";
        return RefusalAnswer
            .Of(
                StatusCodes.Status401Unauthorized,
                "A valid API token is needed.",
                "It is missing, wrong, expired or revoked; or it is personal, and its owner is locked, was removed, or has not signed in "
                    + "at the identity provider for 30 days. Create one on the server with 'iwtune-server token create --kind api'."
            )
            .ExecuteAsync(Context);
    }

    protected override Task HandleForbiddenAsync(AuthenticationProperties properties) =>
        Forbidden.Refuse(Context, "This token lacks the permission.").ExecuteAsync(Context);
}
