using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Rollouts.Advancing;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Rollouts.Scheduling;

internal static class FreezeEndpoints
{
    public static void MapFreezes(this IEndpointRouteBuilder api)
    {
        var freezes = api.MapGroup(FleetPaths.Freezes).WithTags("Rollouts");
        freezes.MapGet("", ListAsync).Needs(Permission.HostsRead).WithSummary("Freezes in force and planned");
        freezes.MapPost("", SetAsync).Needs(Permission.FreezesWrite).WithSummary("Set a freeze: a time in which no ring starts");
        freezes.MapDelete("/{id}", EndAsync).Needs(Permission.FreezesWrite).WithSummary("End a freeze");
    }

    private static async Task<Ok<IReadOnlyList<Freeze>>> ListAsync(Database database, TimeProvider clock) =>
        TypedResults.Ok(await database.ReadAsync(db => FreezeQueries.ListAsync(db, clock.Now())));

    private static async Task<Results<Created<Freeze>, JsonHttpResult<FleetProblem>>> SetAsync(
        FreezeRequest request,
        ClaimsPrincipal who,
        Database database,
        RolloutAdvancer advancer,
        TimeProvider clock
    )
    {
        var (freeze, problems) = await SetFreeze.RunAsync(database, clock, who.Actor(), request);
        if (freeze is null)
            return RefusalAnswer.Invalid("No freeze was set.", problems);
        advancer.Wake();
        return TypedResults.Created(FleetPaths.Freeze(freeze.Id), freeze);
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> EndAsync(
        string id,
        string? reason,
        ClaimsPrincipal who,
        Database database,
        RolloutAdvancer advancer,
        TimeProvider clock
    )
    {
        if (Publish.ReasonProblems(reason).ToList() is { Count: > 0 } problems)
            return RefusalAnswer.Of(StatusCodes.Status400BadRequest, "The freeze was not ended.", "Nothing was changed.", problems);
        if (!await SetFreeze.EndAsync(database, clock, who.Actor(), id, reason!.Trim()))
            return RefusalAnswer.NotFound($"freeze {id}", $"See GET {FleetPaths.Freezes}.");
        advancer.Wake();
        return TypedResults.NoContent();
    }
}
