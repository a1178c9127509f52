using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Holds;

internal static class HoldEndpoints
{
    public static void MapHolds(this IEndpointRouteBuilder api)
    {
        var holds = api.MapGroup("").WithTags("Holds").Needs(Permission.HoldsWrite).Refuses(409);
        holds.MapPost(FleetPaths.Holds, SetAsync).WithSummary("Hold hosts at what they are required to have now");
        holds.MapPost(FleetPaths.Release, ReleaseAsync).WithSummary("End holds before their time");
    }

    private static async Task<Results<Ok<HoldReply>, JsonHttpResult<FleetProblem>>> SetAsync(
        HoldRequest request,
        ClaimsPrincipal who,
        Publishers publishers
    ) => (await SetHold.RunAsync(publishers.Of(who, Permission.HoldsWrite), request)).Answer("Nothing was held.");

    private static async Task<Results<Ok<ReleaseReply>, JsonHttpResult<FleetProblem>>> ReleaseAsync(
        ReleaseRequest request,
        ClaimsPrincipal who,
        Publishers publishers
    ) => (await ReleaseHold.RunAsync(publishers.Of(who, Permission.HoldsWrite), request)).Answer("Nothing was released.");
}
