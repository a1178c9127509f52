using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Hosting.Requests;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Hosts.Views;

internal static class ViewEndpoints
{
    private const string NotSaved = "The view was not saved.";

    public static void MapViews(this IEndpointRouteBuilder api)
    {
        var views = api.MapGroup(FleetPaths.Views).WithTags("Hosts").Needs(Permission.HostsRead);
        views.MapGet("", ListAsync).WithSummary("Your saved views of the list of hosts, and the shared ones, by name");
        views.MapPost("", AddAsync).WithSummary("Save a view; sharing it needs the permission to change hosts");
        views.MapGet("/{id}", FindAsync).WithSummary("A saved view");
        views.MapPut("/{id}", PutAsync).Refuses(412).WithSummary("Replace a saved view");
        views.MapDelete("/{id}", RemoveAsync).WithSummary("Remove a saved view");
    }

    private static async Task<Ok<IReadOnlyList<SavedView>>> ListAsync(SavedViews views, ClaimsPrincipal who, CancellationToken ct) =>
        TypedResults.Ok(await views.ListAsync(who, ct));

    private static async Task<Results<Ok<SavedView>, JsonHttpResult<FleetProblem>>> FindAsync(
        string id,
        SavedViews views,
        HttpContext context,
        CancellationToken ct
    )
    {
        if (await views.FindAsync(context.User, id, ct) is not { } view)
            return Unknown(id);
        context.Response.Headers.ETag = SavedViews.Tag(view);
        return TypedResults.Ok(view);
    }

    private static async Task<Results<Created<SavedView>, JsonHttpResult<FleetProblem>>> AddAsync(
        SavedViewRequest request,
        SavedViews views,
        ClaimsPrincipal who
    )
    {
        var outcome = await views.AddAsync(who, request);
        return outcome.View is { } view ? TypedResults.Created(FleetPaths.View(view.Id), view) : Refused(outcome, "", NotSaved);
    }

    private static async Task<Results<Ok<SavedView>, JsonHttpResult<FleetProblem>>> PutAsync(
        string id,
        SavedViewRequest request,
        SavedViews views,
        HttpContext context
    )
    {
        var outcome = await views.PutAsync(context.User, id, request, now => IfMatch.Holds(context, SavedViews.Tag(now)));
        if (outcome is not { View: { } view, Overtaken: false })
            return outcome.Overtaken
                ? IfMatch.Refused($"The view is now: {SavedViews.Told(outcome.View!)}.")
                : Refused(outcome, id, NotSaved);
        context.Response.Headers.ETag = SavedViews.Tag(view);
        return TypedResults.Ok(view);
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> RemoveAsync(
        string id,
        SavedViews views,
        ClaimsPrincipal who
    )
    {
        var outcome = await views.RemoveAsync(who, id);
        return outcome.View is null ? Refused(outcome, id, "The view was not removed.") : TypedResults.NoContent();
    }

    private static JsonHttpResult<FleetProblem> Refused(ViewOutcome outcome, string id, string title) =>
        ReferenceEquals(outcome, ViewOutcome.Unknown) ? Unknown(id)
        : ReferenceEquals(outcome, ViewOutcome.NotPermitted)
            ? RefusalAnswer.Of(
                StatusCodes.Status403Forbidden,
                title,
                "Sharing a view, and changing one that another person shared, needs the permission HostsWrite; nothing was changed."
            )
        : RefusalAnswer.Invalid(title, outcome.Problems);

    private static JsonHttpResult<FleetProblem> Unknown(string id) => RefusalAnswer.NotFound($"view {id}", $"See GET {FleetPaths.Views}.");
}
