using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Rollouts.Advancing;
using IwTune.Server.Features.Rollouts.Planning;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Hosting.Requests;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Rollouts;

internal static class RolloutEndpoints
{
    private const int StandardLimit = 100,
        MaxLimit = 500;

    public static void MapRollouts(this IEndpointRouteBuilder api)
    {
        var rollouts = api.MapGroup(FleetPaths.Rollouts).WithTags("Rollouts");
        rollouts.MapGet("", ListAsync).Needs(Permission.HostsRead).WithSummary("Rollouts, newest first");
        rollouts
            .MapPost("", CreateAsync)
            .Needs(Permission.RolloutsStart)
            .Refuses(409)
            .WithSummary("Plan a rollout; it starts after enough approvals");
        rollouts.MapPost("/plan", PlanAsync).Needs(Permission.HostsRead).WithSummary("Preview a plan; nothing is stored");
        rollouts
            .MapGet("/{id}", FindAsync)
            .Needs(Permission.HostsRead)
            .WithSummary("A rollout with its rings, gates, approvals and events");
        rollouts.MapGet("/{id}/hosts", HostsAsync).Needs(Permission.HostsRead).WithSummary("Hosts of a rollout by ring and name, one page");
        rollouts
            .MapGet("/{id}/evidence", EvidenceAsync)
            .Needs(Permission.HostsRead)
            .WithSummary("What the gate of a ring, the present one when none is named, said in the course of it");
        rollouts
            .MapPost("/{id}/approve", ApproveAsync)
            .Needs(Permission.RolloutsApprove)
            .Refuses(409)
            .WithSummary("Approve a plan by its hash");
        rollouts
            .MapPost("/{id}/command", CommandAsync)
            .Needs(Permission.RolloutsStart)
            .Refuses(409)
            .WithSummary("Pause, resume, promote, abort or roll back");
    }

    private static async Task<Ok<IReadOnlyList<RolloutSummary>>> ListAsync(
        HttpContext context,
        Database database,
        SeenRollouts seen,
        string? policy,
        bool? active
    ) => TypedResults.Ok(await RolloutViews.ListAsync(database, seen, policy, active ?? false, PageWindow.Of(context)));

    private static async Task<Results<Ok<RolloutDetail>, JsonHttpResult<FleetProblem>>> FindAsync(
        string id,
        Database database,
        SeenRollouts seen
    ) => await RolloutViews.FindAsync(database, seen, id) is { } detail ? TypedResults.Ok(detail) : Unknown(id);

    private static async Task<Results<Ok<RingEvidence>, JsonHttpResult<FleetProblem>>> EvidenceAsync(
        string id,
        Database database,
        SeenRollouts seen,
        int? ring
    ) => await RolloutViews.HistoryAsync(database, seen, id, ring) is { } points ? TypedResults.Ok(new RingEvidence(points)) : Unknown(id);

    private static async Task<Results<Ok<RolloutDetail>, JsonHttpResult<FleetProblem>>> PlanAsync(
        RolloutRequest request,
        ClaimsPrincipal who,
        Fleet fleet
    )
    {
        var by = RolloutCaller.Of(who, Permission.HostsRead);
        if (await fleet.Database.ReadAsync(db => RolloutReach.RefusalAsync(db, fleet, by, request.Policy ?? "")) is not null)
            return RefusalAnswer.Of(
                StatusCodes.Status403Forbidden,
                "The plan cannot be shown.",
                $"Policy {request.Policy} also covers hosts outside your scope ({who.Rights().Over(Permission.HostsRead)}). Ask "
                    + "a person who may see them."
            );
        var (plan, problems) = await fleet.Database.ReadAsync(db => RolloutPlanner.PlanAsync(db, fleet, by, request));
        if (plan is null)
            return RefusalAnswer.Invalid("The plan is not valid.", problems);
        var needed = request.Emergency ? Math.Max(CreateRollout.EmergencyApprovals, fleet.Options.Approvals) : fleet.Options.Approvals;
        return TypedResults.Ok(RolloutViews.Of(plan, by, request.Reason, needed, fleet.Clock.GetUtcNow()));
    }

    private static async Task<Results<Created<RolloutDetail>, JsonHttpResult<FleetProblem>>> CreateAsync(
        RolloutRequest request,
        ClaimsPrincipal who,
        Fleet fleet,
        SeenRollouts seen,
        RolloutAdvancer advancer
    )
    {
        var result = await CreateRollout.RunAsync(fleet, RolloutCaller.Of(who, Permission.RolloutsStart), request);
        if (result.Id is not { } id)
            return Refused(result, "", "The rollout was not planned.");
        advancer.Wake();
        // Its hosts may have left the caller's scope already.
        return await RolloutViews.FindAsync(fleet.Database, seen, id) is { } made
            ? TypedResults.Created(FleetPaths.Rollout(id), made)
            : Unknown(id);
    }

    private static async Task<Results<Ok<RolloutDetail>, JsonHttpResult<FleetProblem>>> ApproveAsync(
        string id,
        ApproveRequest request,
        ClaimsPrincipal who,
        Fleet fleet,
        SeenRollouts seen,
        RolloutAdvancer advancer
    ) =>
        await AnswerAsync(
            await ApproveRollout.RunAsync(fleet, RolloutCaller.Of(who, Permission.RolloutsApprove), id, request),
            id,
            "The plan was not approved.",
            fleet,
            seen,
            advancer
        );

    private static async Task<Results<Ok<RolloutDetail>, JsonHttpResult<FleetProblem>>> CommandAsync(
        string id,
        RolloutCommand command,
        ClaimsPrincipal who,
        Fleet fleet,
        SeenRollouts seen,
        RolloutAdvancer advancer
    ) =>
        await AnswerAsync(
            await CommandRollout.RunAsync(fleet, RolloutCaller.Of(who, Permission.RolloutsStart), id, command),
            id,
            "The rollout was not changed.",
            fleet,
            seen,
            advancer
        );

    private static async Task<Results<Ok<RolloutHostPage>, JsonHttpResult<FleetProblem>>> HostsAsync(
        string id,
        Database database,
        SeenRollouts seen,
        int? ring,
        RolloutHostState? state,
        string? after,
        int? limit
    )
    {
        if (limit is < 1 or > MaxLimit)
            return RefusalAnswer.Invalid("The hosts were not listed.", $"limit: {limit} is outside 1..{MaxLimit}");
        return await database.ReadAsync(async db =>
            await RolloutQueries.FindAsync(db, id) is not { } row || await seen.OfAsync(db, row) is null
        )
            ? Unknown(id)
            : TypedResults.Ok(
                await database.ReadAsync(db => RolloutHostQueries.PageAsync(db, seen.Hosts, id, ring, state, after, limit ?? StandardLimit))
            );
    }

    private static async Task<Results<Ok<RolloutDetail>, JsonHttpResult<FleetProblem>>> AnswerAsync(
        RolloutResult result,
        string id,
        string title,
        Fleet fleet,
        SeenRollouts seen,
        RolloutAdvancer advancer
    )
    {
        if (result.Id is null)
            return Refused(result, id, title);
        advancer.Wake();
        return await RolloutViews.FindAsync(fleet.Database, seen, id) is { } detail ? TypedResults.Ok(detail) : Unknown(id);
    }

    private static JsonHttpResult<FleetProblem> Refused(RolloutResult result, string id, string title) =>
        result.Unknown ? Unknown(id)
        : result.Problems.Count > 0 ? RefusalAnswer.Invalid(title, result.Problems)
        : RefusalAnswer.Of(result.Forbidden ? StatusCodes.Status403Forbidden : StatusCodes.Status409Conflict, title, result.Conflict);

    private static JsonHttpResult<FleetProblem> Unknown(string id) =>
        RefusalAnswer.NotFound($"rollout {id}", $"See GET {FleetPaths.Rollouts}.");
}
