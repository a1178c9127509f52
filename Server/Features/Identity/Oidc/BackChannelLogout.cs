using System.Text.Json.Nodes;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Storage;
using Microsoft.IdentityModel.JsonWebTokens;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>The provider reports a sign-out directly, from server to server (OpenID Connect Back-Channel Logout 1.0).</summary>
internal static partial class BackChannelLogout
{
    public const string Path = "/sign-out/backchannel";
    private const int MaxBytes = 64 * 1024;

    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapPost(Path, HandleAsync).AllowAnonymous().WithMetadata(new RequestSizeLimit(MaxBytes)).ExcludeFromDescription();

    private static async Task<IResult> HandleAsync(
        HttpContext context,
        ProviderTokens tokens,
        OidcSettings settings,
        Database database,
        TimeProvider clock,
        ILoggerFactory logs
    )
    {
        context.Response.Headers.CacheControl = "no-store";
        try
        {
            var text = context.Request.HasFormContentType
                ? (await context.Request.ReadFormAsync(context.RequestAborted))["logout_token"].ToString()
                : "";
            var claims = await tokens.ReadAsync(text, context.RequestAborted);
            var token = LogoutToken.Read(claims, new JsonWebToken(text).Typ, clock.GetUtcNow());
            if (!await EndAsync(database, clock, settings, token))
                throw new OidcException(OidcFault.Unproven, "the logout token was already used");
            return Results.Ok();
        }
        catch (OidcException refused)
        {
            Refused(logs.CreateLogger("IwTune.Server.SignIn"), refused.Message);
            // §2.8; when the provider's keys are not available, it may send the token again.
            return Results.Text(
                new JsonObject { ["error"] = "invalid_request", ["error_description"] = refused.Message }.ToJsonString(),
                "application/json",
                statusCode: refused.Fault == OidcFault.Unreachable
                    ? StatusCodes.Status503ServiceUnavailable
                    : StatusCodes.Status400BadRequest
            );
        }
    }

    /// <returns>False when this token was received before.</returns>
    private static Task<bool> EndAsync(Database database, TimeProvider clock, OidcSettings settings, LogoutToken token) =>
        database.WriteAsync(async write =>
        {
            var now = clock.Now();
            // Remembered for longer than one is taken.
            await LogoutQueries.ForgetAsync(write, now - (2 * (long)LogoutToken.Life.TotalMilliseconds));
            if (await LogoutQueries.RememberAsync(write, Secret.HashOf(token.Id), now) == 0)
                return false;
            var account = token.Subject is { } subject ? await OidcQueries.FindAsync(write, settings.Issuer, subject) : null;
            if (token.Subject is not null && account is null)
                return true;
            foreach (var ended in await LogoutQueries.MeantAsync(write, account?.Name ?? "", token.Session ?? ""))
            {
                await SessionQueries.EndAsync(write, ended.Kind, ended.Name, ended.Id);
                await AuditLog.AppendAsync(
                    write,
                    clock,
                    "server",
                    SessionActions.End,
                    ended.Actor,
                    $"A session ended: signed out at {settings.Name}."
                );
            }
            return true;
        });

    [LoggerMessage(Level = LogLevel.Warning, Message = "A back-channel sign-out was refused: {Reason}")]
    private static partial void Refused(ILogger log, string reason);
}
