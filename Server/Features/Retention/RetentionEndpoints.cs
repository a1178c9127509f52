using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Hosting.Requests;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Retention;

internal static class RetentionEndpoints
{
    public static void MapRetention(this IEndpointRouteBuilder api)
    {
        var retention = api.MapGroup(FleetPaths.Retention).WithTags("Retention");
        retention
            .MapGet("", StatusAsync)
            .Needs(Permission.AccessRead)
            .WithMetadata(new HasETag())
            .WithSummary("Retention periods, and the result of the last run");
        retention
            .MapPut("", SetAsync)
            .Needs(Permission.ServerManage)
            .Refuses(412)
            .WithSummary("Set retention periods; nothing is deleted before the next daily run");
        var holds = api.MapGroup(FleetPaths.LegalHolds).WithTags("Retention");
        holds.MapGet("", ListAsync).Needs(Permission.AccessRead).WithSummary("Legal holds, newest first, including lifted ones");
        holds.MapPost("", HoldAsync).Needs(Permission.ServerManage).WithSummary("Suspend deletion for hosts and a time span");
        holds.MapDelete("/{id}", LiftAsync).Needs(Permission.ServerManage).WithSummary("Lift a legal hold");
    }

    private static async Task<Ok<RetentionStatus>> StatusAsync(HttpContext context, Database database, ServerOptions options)
    {
        var status = await database.ReadAsync(db => RetentionQueries.StatusAsync(db, options));
        context.Response.Headers.ETag = Tag(status);
        return TypedResults.Ok(status);
    }

    private static async Task<Results<Ok<RetentionStatus>, JsonHttpResult<FleetProblem>>> SetAsync(
        RetentionRequest request,
        HttpContext context,
        ClaimsPrincipal who,
        Database database,
        ServerOptions options,
        TimeProvider clock
    )
    {
        var (problems, overtaken) = await SetRetention.RunAsync(
            database,
            options,
            clock,
            who.Actor(),
            request,
            now => IfMatch.Holds(context, Tag(now))
        );
        if (problems.Count > 0)
            return RefusalAnswer.Invalid("The periods were not set.", problems);
        if (overtaken is not null)
            return IfMatch.Refused(
                $"Since you looked, {(overtaken.SetBy.Length > 0 ? overtaken.SetBy : "--retain")} set "
                    + $"{RetentionText.Of(overtaken.Periods)}."
            );
        return await StatusAsync(context, database, options);
    }

    private static async Task<Ok<IReadOnlyList<LegalHold>>> ListAsync(HttpContext context, Database database)
    {
        var window = PageWindow.Of(context);
        return TypedResults.Ok<IReadOnlyList<LegalHold>>([
            .. (await database.ReadAsync(db => LegalHoldQueries.PageAsync(db, window))).Select(row => row.View()),
        ]);
    }

    private static async Task<Results<Created<LegalHold>, JsonHttpResult<FleetProblem>>> HoldAsync(
        LegalHoldRequest request,
        ClaimsPrincipal who,
        Database database,
        TimeProvider clock
    )
    {
        var (hold, problems) = await HoldLegally.RunAsync(database, clock, who.Actor(), request);
        return hold is null
            ? RefusalAnswer.Invalid("No legal hold was set.", problems)
            : TypedResults.Created(FleetPaths.LegalHold(hold.Id), hold);
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> LiftAsync(
        string id,
        string? reason,
        ClaimsPrincipal who,
        Database database,
        TimeProvider clock
    )
    {
        if (Publish.ReasonProblems(reason).ToList() is { Count: > 0 } problems)
            return RefusalAnswer.Of(StatusCodes.Status400BadRequest, "The legal hold was not lifted.", "Nothing was changed.", problems);
        return await HoldLegally.LiftAsync(database, clock, who.Actor(), id, reason!.Trim())
            ? TypedResults.NoContent()
            : RefusalAnswer.NotFound($"legal hold {id} in force", $"See GET {FleetPaths.LegalHolds}.");
    }

    private static string Tag(RetentionStatus status) => IfMatch.Tag($"{RetentionText.Of(status.Periods)} {status.SetBy} {status.SetAt:O}");
}
