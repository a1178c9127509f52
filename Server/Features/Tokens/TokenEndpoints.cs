using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Hosting.Requests;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Tokens;

internal static class TokenEndpoints
{
    public static void MapTokens(this IEndpointRouteBuilder api)
    {
        var tokens = api.MapGroup(FleetPaths.Tokens).WithTags("Tokens");
        tokens
            .MapGet("", ListAsync)
            .Needs(Permission.Own)
            .WithSummary("Tokens without secrets, newest first: your own, or all with AccessRead");
        tokens
            .MapPost("", CreateAsync)
            .Needs(Permission.Own)
            .WithSummary(
                "Create a token with at most your permissions; its text is only in this response. A service token needs TokensManage, an "
                    + "enrolment token TokensEnrol"
            );
        tokens
            .MapPost("/{id}/rotate", RotateAsync)
            .Needs(Permission.Own)
            .Refuses(409)
            .WithSummary("Create the successor of a token; both are valid for the overlap. Tokens of others need TokensManage");
        tokens
            .MapGet("/{id}/hosts", UsesAsync)
            .Needs(Permission.AccessRead)
            .WithSummary("Hosts that enrolled with an enrolment token, the latest first, at most 1000");
        tokens
            .MapDelete("/{id}", RevokeAsync)
            .Needs(Permission.Own)
            .WithSummary("Revoke a token immediately. Tokens of others need TokensManage, enrolment tokens TokensEnrol");
    }

    private static async Task<Ok<IReadOnlyList<TokenSummary>>> ListAsync(HttpContext context, ClaimsPrincipal who, Database database)
    {
        // The store cannot decide which labels are within the caller's scope.
        if (who.May(Permission.TokensEnrol) && !who.Rights().Over(Permission.TokensEnrol).IsFleet && !who.May(Permission.AccessRead))
            return TypedResults.Ok<IReadOnlyList<TokenSummary>>([
                .. (await database.ReadAsync(TokenQueries.ListAsync)).Where(row => TokenAccess.Sees(who, row)).Select(row => row.Summary()),
            ]);
        var window = PageWindow.Of(context);
        var rows = await database.ReadAsync(db =>
            TokenQueries.PageAsync(db, who.May(Permission.AccessRead), who.May(Permission.TokensEnrol), who.User(), window)
        );
        return TypedResults.Ok<IReadOnlyList<TokenSummary>>([.. rows.Select(row => row.Summary())]);
    }

    private static async Task<Results<Created<CreatedToken>, JsonHttpResult<FleetProblem>>> CreateAsync(
        CreateTokenRequest request,
        ClaimsPrincipal who,
        Database database,
        DataDirectory directory,
        HeldKeys keys,
        TimeProvider clock
    )
    {
        if (CreateToken.Problems(request) is { Count: > 0 } problems)
            return RefusalAnswer.Invalid("The token was not created.", string.Join("; ", problems));
        if (TokenAccess.MakeProblem(who, request) is { } beyond)
            return Forbidden.Refuse("The token was not created.", beyond);
        return
            await CreateToken.RunAsync(database, clock, who.Actor(), request, who.Person(), request.Personal ? who.User() : null)
                is { } made
            ? Created(made, request.Kind, directory, keys)
            : Forbidden.Refuse("The token was not created.", CreateToken.OwnerGone);
    }

    private static async Task<Results<Ok<IReadOnlyList<TokenUse>>, JsonHttpResult<FleetProblem>>> UsesAsync(
        string id,
        Database database,
        TimeProvider clock
    ) =>
        await database.ReadAsync(async db =>
            await TokenQueries.FindAsync(db, id) is null ? null : await TokenUseQueries.ListAsync(db, id, clock.Now())
        )
            is { } uses
            ? TypedResults.Ok(uses)
            : Unknown(id);

    private static async Task<Results<Created<CreatedToken>, JsonHttpResult<FleetProblem>>> RotateAsync(
        string id,
        RotateTokenRequest request,
        ClaimsPrincipal who,
        Database database,
        DataDirectory directory,
        HeldKeys keys,
        TimeProvider clock
    )
    {
        if (RotateToken.Problems(request) is { Count: > 0 } problems)
            return RefusalAnswer.Invalid("The token was not replaced.", string.Join("; ", problems));
        if (
            await database.ReadAsync(db => TokenQueries.FindAsync(db, id)) is not { Kind: nameof(TokenKind.Api) } row
            || !TokenAccess.Sees(who, row)
        )
            return Unknown(id);
        if ((TokenAccess.ChangeProblem(who, row) ?? TokenAccess.Beyond(who, GrantsText.Read(row.Grants))) is { } beyond)
            return Forbidden.Refuse("The token was not replaced.", beyond);
        return await RotateToken.RunAsync(database, clock, who.Actor(), id, request) is { } made
            ? Created(made, TokenKind.Api, directory, keys)
            : RefusalAnswer.Of(StatusCodes.Status409Conflict, "The token was not replaced.", RotateToken.NotValid);
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> RevokeAsync(
        string id,
        ClaimsPrincipal who,
        Database database,
        TimeProvider clock
    )
    {
        if (await database.ReadAsync(db => TokenQueries.FindAsync(db, id)) is not { } row || !TokenAccess.Sees(who, row))
            return Unknown(id);
        if (TokenAccess.ChangeProblem(who, row) is { } beyond)
            return Forbidden.Refuse("The token was not revoked.", beyond);
        return await RevokeToken.RunAsync(database, clock, who.Actor(), id) ? TypedResults.NoContent() : Unknown(id);
    }

    private static Created<CreatedToken> Created(
        (string Secret, TokenSummary Summary) made,
        TokenKind kind,
        DataDirectory directory,
        HeldKeys keys
    ) =>
        TypedResults.Created(
            FleetPaths.Token(made.Summary.Id),
            new CreatedToken(
                made.Secret,
                keys.Authority.Pin,
                TokenText.Command(kind, StoredAddress.Of(directory), made.Secret, keys.Authority.Pin),
                made.Summary
            )
        );

    private static JsonHttpResult<FleetProblem> Unknown(string id) =>
        RefusalAnswer.NotFound($"valid token '{id}'", $"See GET {FleetPaths.Tokens}.");
}
