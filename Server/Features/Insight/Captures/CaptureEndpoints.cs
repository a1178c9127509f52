using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Hosting.Requests;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Insight.Captures;

internal static class CaptureEndpoints
{
    public static void MapCaptures(this IEndpointRouteBuilder api)
    {
        var captures = api.MapGroup(FleetPaths.Captures).WithTags("Captures");
        captures
            .MapGet("", ListAsync)
            .Needs(Permission.HostsRead)
            .WithSummary("Captures of bytes over time, newest first, without their points");
        captures.MapGet("/{id}", FindAsync).Needs(Permission.HostsRead).WithSummary("A capture as it was attached");
        captures
            .MapPost("", AddAsync)
            .Needs(Permission.CapturesWrite)
            .WithSummary("Attach a capture")
            .WithMetadata(new RequestSizeLimit(CaptureRules.MostBytes));
        captures.MapDelete("/{id}", RemoveAsync).Needs(Permission.CapturesWrite).WithSummary("Remove a capture");
    }

    private static async Task<Ok<IReadOnlyList<CaptureSummary>>> ListAsync(HttpContext context, Database database)
    {
        var window = PageWindow.Of(context);
        return TypedResults.Ok<IReadOnlyList<CaptureSummary>>([
            .. (await database.ReadAsync(db => CaptureQueries.PageAsync(db, window))).Select(row => row.Summary()),
        ]);
    }

    private static async Task<Results<Ok<Capture>, JsonHttpResult<FleetProblem>>> FindAsync(string id, Database database) =>
        await database.ReadAsync(db => CaptureQueries.FindAsync(db, id)) is { } row
            ? TypedResults.Ok(row.Read())
            : RefusalAnswer.NotFound($"capture {id}", $"See GET {FleetPaths.Captures}.");

    private static async Task<Results<Created<CaptureSummary>, JsonHttpResult<FleetProblem>>> AddAsync(
        Capture capture,
        ClaimsPrincipal who,
        Database database,
        TimeProvider clock
    )
    {
        if (CaptureRules.Problems(capture) is { Count: > 0 } problems)
            return RefusalAnswer.Invalid("The capture was not attached.", string.Join("; ", problems));
        return await AddCapture.RunAsync(database, clock, who.Actor(), capture) is { } made
            ? TypedResults.Created(FleetPaths.Capture(made.Id), made)
            : RefusalAnswer.Of(
                StatusCodes.Status409Conflict,
                "The limit of captures is reached.",
                $"This server stores {AddCapture.Most}; remove one first."
            );
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> RemoveAsync(
        string id,
        ClaimsPrincipal who,
        Database database,
        TimeProvider clock
    ) =>
        await RemoveCapture.RunAsync(database, clock, who.Actor(), id)
            ? TypedResults.NoContent()
            : RefusalAnswer.NotFound($"capture {id}", $"See GET {FleetPaths.Captures}.");
}
