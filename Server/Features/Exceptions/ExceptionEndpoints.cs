using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Exceptions;

internal static class ExceptionEndpoints
{
    public static void MapExceptions(this IEndpointRouteBuilder api)
    {
        var exceptions = api.MapGroup(FleetPaths.Exceptions).WithTags("Exceptions");
        exceptions
            .MapGet("", ListAsync)
            .Needs(Permission.HostsRead)
            .WithSummary("Exceptions in force, newest first; ?all=true includes ended ones, up to 1000");
        exceptions
            .MapPost("", GrantAsync)
            .Needs(Permission.ExceptionsWrite)
            .WithSummary("Exclude hosts from compliance for a limited time; their policy is unchanged");
        exceptions
            .MapPost("/{id}/approve", ApproveAsync)
            .Needs(Permission.RolloutsApprove)
            .WithSummary("Approve another person's exception");
        exceptions.MapDelete("/{id}", EndAsync).Needs(Permission.ExceptionsWrite).WithSummary("End an exception before its time");
    }

    private static async Task<Ok<IReadOnlyList<ExceptionSummary>>> ListAsync(ExceptionViews views, bool? all, CancellationToken ct) =>
        TypedResults.Ok(await views.ListAsync(all ?? false, ct));

    private static async Task<Results<Created<ExceptionSummary>, JsonHttpResult<FleetProblem>>> GrantAsync(
        ExceptionRequest request,
        ClaimsPrincipal who,
        ExceptionsInForce exceptions,
        ExceptionViews views,
        Publishers publishers,
        CancellationToken ct
    )
    {
        var (id, problems, warnings) = await Grant.RunAsync(
            publishers.Of(who, Permission.ExceptionsWrite),
            who.Person(),
            exceptions,
            request
        );
        if (id is null)
            return RefusalAnswer.Invalid("The exception was not granted.", problems);
        // Its host may have left the caller's scope already.
        return await views.FindAsync(id, ct) is { } made
            ? TypedResults.Created(FleetPaths.Exception(id), made with { Warnings = warnings })
            : None(id);
    }

    private static async Task<Results<Ok<ExceptionSummary>, JsonHttpResult<FleetProblem>>> ApproveAsync(
        string id,
        ReasonRequest request,
        ClaimsPrincipal who,
        ExceptionsInForce exceptions,
        ExceptionViews views,
        Publishers publishers,
        CancellationToken ct
    )
    {
        const string Title = "The exception was not approved.";
        if (Publish.ReasonProblems(request.Reason).ToList() is { Count: > 0 } problems)
            return RefusalAnswer.Of(StatusCodes.Status400BadRequest, Title, "Nothing was changed.", problems);
        var by = publishers.Of(who, Permission.RolloutsApprove);
        return await ApproveException.RunAsync(by, who.Person(), exceptions, id, request.Reason.Trim()) switch
        {
            null => await views.FindAsync(id, ct) is { } approved ? TypedResults.Ok(approved) : None(id),
            { Status: StatusCodes.Status404NotFound } => None(id),
            { } refused => RefusalAnswer.Of(refused.Status, Title, refused.Text, []),
        };
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> EndAsync(
        string id,
        string? reason,
        ClaimsPrincipal who,
        ExceptionsInForce exceptions,
        Publishers publishers
    )
    {
        if (Publish.ReasonProblems(reason).ToList() is { Count: > 0 } problems)
            return RefusalAnswer.Of(StatusCodes.Status400BadRequest, "The exception was not ended.", "Nothing was changed.", problems);
        var by = publishers.Of(who, Permission.ExceptionsWrite);
        if (await EndException.BeyondAsync(by, id) is { } beyond)
            return RefusalAnswer.Of(StatusCodes.Status403Forbidden, "The exception was not ended.", "Nothing was changed.", [beyond]);
        return await EndException.RunAsync(by, exceptions, id, reason!.Trim()) ? TypedResults.NoContent() : None(id);
    }

    private static JsonHttpResult<FleetProblem> None(string id) =>
        RefusalAnswer.NotFound($"exception {id} in force", $"See GET {FleetPaths.Exceptions}.");
}
