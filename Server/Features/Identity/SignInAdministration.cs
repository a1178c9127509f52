using System.Security.Claims;
using IwTune.Server.Features.Identity.BreakGlass;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Identity;

/// <summary>What an administrator does about other people's sign-in.</summary>
internal static class SignInAdministration
{
    public static void MapSignInAdministration(this IEndpointRouteBuilder api)
    {
        var glass = api.MapGroup(SignInPaths.BreakGlass).WithTags("Users");
        glass.MapGet("", ListAsync).Needs(Permission.UsersManage).WithSummary("Unacknowledged sign-ins of break-glass accounts");
        glass
            .MapPost("/{id}/acknowledge", AcknowledgeAsync)
            .Needs(Permission.UsersManage)
            .WithSummary("Acknowledge a sign-in by another administrator");
    }

    private static async Task<Ok<IReadOnlyList<BreakGlassSummary>>> ListAsync(Database database) =>
        TypedResults.Ok<IReadOnlyList<BreakGlassSummary>>([
            .. (await database.ReadAsync(BreakGlassUse.OpenAsync)).Select(use => new BreakGlassSummary(
                use.Id,
                use.Name,
                Clock.At(use.At),
                use.Source
            )),
        ]);

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> AcknowledgeAsync(
        string id,
        ClaimsPrincipal who,
        Database database,
        TimeProvider clock
    ) =>
        await BreakGlassUse.AcknowledgeAsync(database, clock, who.Actor(), who.Person(), id) is { } problem
            ? RefusalAnswer.Of(StatusCodes.Status409Conflict, problem)
            : TypedResults.NoContent();
}
