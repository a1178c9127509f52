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

namespace IwTune.Server.Features.Insight.Surveys;

internal static class SurveyEndpoints
{
    public static void MapSurveys(this IEndpointRouteBuilder api)
    {
        var surveys = api.MapGroup(FleetPaths.Surveys).WithTags("Surveys");
        surveys
            .MapGet("", ListAsync)
            .Needs(Permission.HostsRead)
            .WithSummary("Surveys of initial windows, newest first, without their readings");
        surveys
            .MapGet("/hosts", HostsAsync)
            .Needs(Permission.HostsRead)
            .WithSummary("The latest reading of each service of all surveys, and the one before it");
        surveys.MapGet("/{id}", FindAsync).Needs(Permission.HostsRead).WithSummary("A survey as it was attached");
        surveys
            .MapPost("", AddAsync)
            .Needs(Permission.CapturesWrite)
            .WithSummary("Attach a survey")
            .WithMetadata(new RequestSizeLimit(SurveyRules.MostBytes));
        surveys.MapDelete("/{id}", RemoveAsync).Needs(Permission.CapturesWrite).WithSummary("Remove a survey");
    }

    private static async Task<Ok<IReadOnlyList<SurveySummary>>> ListAsync(HttpContext context, Database database)
    {
        var window = PageWindow.Of(context);
        return TypedResults.Ok<IReadOnlyList<SurveySummary>>([
            .. (await database.ReadAsync(db => SurveyQueries.PageAsync(db, window))).Select(row => row.Summary()),
        ]);
    }

    private static async Task<Ok<IReadOnlyList<SurveyedHost>>> HostsAsync(HttpContext context, Database database)
    {
        var window = PageWindow.Of(context);
        return TypedResults.Ok(await database.ReadAsync(db => SurveyViews.HostsAsync(db, window)));
    }

    private static async Task<Results<Ok<Survey>, JsonHttpResult<FleetProblem>>> FindAsync(string id, Database database) =>
        await database.ReadAsync(db => SurveyViews.FindAsync(db, id)) is { } survey
            ? TypedResults.Ok(survey)
            : RefusalAnswer.NotFound($"survey {id}", $"See GET {FleetPaths.Surveys}.");

    private static async Task<Results<Created<SurveySummary>, JsonHttpResult<FleetProblem>>> AddAsync(
        Survey survey,
        ClaimsPrincipal who,
        Database database,
        TimeProvider clock
    )
    {
        if (SurveyRules.Problems(survey) is { Count: > 0 } problems)
            return RefusalAnswer.Invalid("The survey was not attached.", string.Join("; ", problems));
        return await AddSurvey.RunAsync(database, clock, who.Actor(), survey) is { } made
            ? TypedResults.Created(FleetPaths.Survey(made.Id), made)
            : RefusalAnswer.Of(
                StatusCodes.Status409Conflict,
                "The limit of surveys is reached.",
                $"This server stores {AddSurvey.Most}; remove one first."
            );
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> RemoveAsync(
        string id,
        ClaimsPrincipal who,
        Database database,
        TimeProvider clock
    ) =>
        await RemoveSurvey.RunAsync(database, clock, who.Actor(), id)
            ? TypedResults.NoContent()
            : RefusalAnswer.NotFound($"survey {id}", $"See GET {FleetPaths.Surveys}.");
}
