using System.Security.Claims;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Enrolment.Clones;
using IwTune.Server.Features.Enrolment.Pending;
using IwTune.Server.Features.Enrolment.Secrets;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Enrolment;

/// <summary>Who may be a member of the fleet, as administrators decide it.</summary>
internal static class MembershipEndpoints
{
    private const int StandardLimit = 100,
        MaxLimit = 500;

    public static void MapMembership(this IEndpointRouteBuilder api)
    {
        var all = api.MapGroup("").WithTags("Enrolment");
        all.MapGet(FleetPaths.Pending, PendingAsync).Needs(Permission.AccessRead).WithSummary("Hosts waiting for approval, oldest first");
        all.MapPost(FleetPaths.Approve, ApproveAsync).Needs(Permission.HostsEnrol).WithSummary("Approve waiting hosts").Refuses(409);
        all.MapPost(FleetPaths.Refuse, RefuseAsync).Needs(Permission.HostsEnrol).WithSummary("Refuse waiting hosts").Refuses(409);
        all.MapGet(FleetPaths.UnknownCallers, (NonMembers strangers) => TypedResults.Ok(strangers.Unknown))
            .Needs(Permission.AccessRead)
            .WithSummary("Calling hosts without a record on this server, latest first, at most 500");
        all.MapPost(FleetPaths.RotateHosts, RotateAsync)
            .Needs(Permission.HostsEnrol)
            .WithSummary("Request new secrets from hosts")
            .Refuses(409);
        all.MapGet(FleetPaths.Clones, ClonesAsync).Needs(Permission.AccessRead).WithSummary("Shared identities, latest case first");
        all.MapPost(
                FleetPaths.Clones + "/{id}/adopt",
                (string id, ReasonRequest request, ClaimsPrincipal who, CloneDecisions decisions) =>
                    decisions.RunAsync(id, request, who, DecideCase.AdoptAsync)
            )
            .Needs(Permission.HostsEnrol)
            .WithSummary("Let the quarantined machine become a separate host")
            .Refuses(409);
        all.MapPost(
                FleetPaths.Clones + "/{id}/rekey",
                (string id, ReasonRequest request, ClaimsPrincipal who, CloneDecisions decisions) =>
                    decisions.RunAsync(id, request, who, DecideCase.SwapAsync)
            )
            .Needs(Permission.HostsEnrol)
            .WithSummary("Keep the quarantined machine, and quarantine the other one instead")
            .Refuses(409);
        all.MapPost(
                FleetPaths.Clones + "/{id}/close",
                (string id, ReasonRequest request, ClaimsPrincipal who, CloneDecisions decisions) =>
                    decisions.RunAsync(id, request, who, DecideCase.EndAsync)
            )
            .Needs(Permission.HostsEnrol)
            .WithSummary("Close the case: the quarantined machine is gone")
            .Refuses(409);
    }

    private static async Task<Results<Ok<PendingPage>, JsonHttpResult<FleetProblem>>> PendingAsync(
        PendingHosts pending,
        bool? all,
        string? after,
        int? limit,
        CancellationToken ct
    ) =>
        limit is < 1 or > MaxLimit
            ? RefusalAnswer.Invalid("The hosts were not listed.", $"limit: {limit} is outside 1..{MaxLimit}")
            : TypedResults.Ok(await pending.PageAsync(all ?? false, after, limit ?? StandardLimit, ct));

    private static async Task<Results<Ok<HostsDecided>, JsonHttpResult<FleetProblem>>> ApproveAsync(
        PendingDecision request,
        ClaimsPrincipal who,
        Publishers publishers
    ) => (await DecidePending.ApproveAsync(publishers.Of(who, Permission.HostsEnrol), request)).Answer("Nothing was approved.");

    private static async Task<Results<Ok<HostsDecided>, JsonHttpResult<FleetProblem>>> RefuseAsync(
        PendingDecision request,
        ClaimsPrincipal who,
        Publishers publishers
    ) => (await DecidePending.RefuseAsync(publishers.Of(who, Permission.HostsEnrol), request)).Answer("Nothing was refused.");

    private static async Task<Results<Ok<HostsDecided>, JsonHttpResult<FleetProblem>>> RotateAsync(
        RotateHostsRequest request,
        ClaimsPrincipal who,
        Publishers publishers
    ) => (await RotateHosts.RunAsync(publishers.Of(who, Permission.HostsEnrol), request)).Answer("No host was asked.");

    private static async Task<Results<Ok<ClonePage>, JsonHttpResult<FleetProblem>>> ClonesAsync(
        Database database,
        NonMembers strangers,
        bool? all,
        string? after,
        int? limit,
        CancellationToken ct
    )
    {
        if (limit is < 1 or > MaxLimit)
            return RefusalAnswer.Invalid("The cases were not listed.", $"limit: {limit} is outside 1..{MaxLimit}");
        return TypedResults.Ok(await CloneCases.PageAsync(database, strangers, all ?? false, after, limit ?? StandardLimit, ct));
    }
}
