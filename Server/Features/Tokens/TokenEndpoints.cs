using System.Security.Claims;
using IwTune.Server.Features.Identity;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Tokens;

internal static class TokenEndpoints
{
    public static void MapTokens(this IEndpointRouteBuilder api)
    {
        var tokens = api.MapGroup(FleetPaths.Tokens).WithTags("Tokens");
        tokens.MapGet("", ListAsync).MayRead().WithSummary("Tokens, newest first; never their secrets");
        tokens.MapPost("", CreateAsync).MayAdminister().WithSummary("Make a token; its text is in this answer only");
        tokens.MapDelete("/{id}", RevokeAsync).MayAdminister().WithSummary("Revoke a token");
    }

    private static async Task<Ok<IReadOnlyList<TokenSummary>>> ListAsync(Database database) =>
        TypedResults.Ok<IReadOnlyList<TokenSummary>>([.. (await database.ReadAsync(TokenQueries.ListAsync)).Select(row => row.Summary())]);

    private static async Task<Results<Created<CreatedToken>, JsonHttpResult<FleetProblem>>> CreateAsync(
        CreateTokenRequest request, ClaimsPrincipal who, Database database, DataDirectory directory, CertificateAuthority authority, TimeProvider clock)
    {
        if (CreateToken.Problems(request) is { Count: > 0 } problems)
            return Refusal.Invalid("The token was not made.", string.Join("; ", problems));
        var (secret, summary) = await CreateToken.RunAsync(database, clock, who.Actor(), request, who.Person());
        var command = TokenText.Command(request.Kind, ServerAddress.Of(directory), secret, authority.Pin);
        return TypedResults.Created(FleetPaths.Token(summary.Id), new CreatedToken(secret, authority.Pin, command, summary));
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> RevokeAsync(string id, ClaimsPrincipal who, Database database, TimeProvider clock) =>
        await RevokeToken.RunAsync(database, clock, who.Actor(), id)
            ? TypedResults.NoContent()
            : Refusal.NotFound($"valid token {id}", $"See GET {FleetPaths.Tokens}.");
}
