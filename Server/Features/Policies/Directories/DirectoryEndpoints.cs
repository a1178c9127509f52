using System.Security.Claims;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Impact;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Policies.Directories;

internal static class DirectoryEndpoints
{
    private const long MaxBytes = 32L * 1024 * 1024;

    public static void MapDirectories(this IEndpointRouteBuilder api)
    {
        var policies = api.MapGroup(FleetPaths.Policies).WithTags("Policies");
        policies
            .MapPost("/plan", PlanAsync)
            .Needs(Permission.HostsRead)
            .WithSummary("What a directory of policies and assignments would change, and for which hosts; nothing is stored")
            .WithMetadata(new RequestSizeLimit(MaxBytes));
        policies
            .MapPost("/apply", ApplyAsync)
            .Needs(Permission.PoliciesPublish)
            .WithSummary("Apply a planned directory in one transaction; refused when the server changed since")
            .WithMetadata(new RequestSizeLimit(MaxBytes));
        policies
            .MapPost("/{name}/remove", RemoveAsync)
            .Needs(Permission.PoliciesPublish)
            .WithSummary("Remove a policy: assignments end, hosts restore their before-image, revisions stay");
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> RemoveAsync(
        string name,
        RemovePolicyRequest request,
        ClaimsPrincipal who,
        Publishers publishers,
        ImpactPreview preview,
        CancellationToken ct
    ) =>
        await RemovePolicy.RunAsync(
            publishers.Of(who, Permission.PoliciesPublish),
            preview,
            name,
            request.Reason,
            request.Confirm,
            ct
        ) switch
        {
            null => RefusalAnswer.NotFound($"policy '{name}'", $"See GET {FleetPaths.Policies}."),
            { Count: 0 } => TypedResults.NoContent(),
            var problems => RefusalAnswer.Of(
                StatusCodes.Status400BadRequest,
                "The policy was not removed.",
                "Nothing was changed.",
                problems
            ),
        };

    private static async Task<Ok<PlanReply>> PlanAsync(
        PlanRequest request,
        ClaimsPrincipal who,
        Publishers publishers,
        ImpactPreview preview,
        SeenHosts seen,
        CancellationToken ct
    ) => TypedResults.Ok(await PlanDirectory.RunAsync(publishers.Of(who, Permission.HostsRead), preview, seen, request, ct));

    private static async Task<Results<Ok<ApplyReply>, JsonHttpResult<FleetProblem>>> ApplyAsync(
        ApplyRequest request,
        ClaimsPrincipal who,
        Publishers publishers,
        ImpactPreview preview,
        SeenHosts seen,
        CancellationToken ct
    )
    {
        var result = await ApplyDirectory.RunAsync(publishers.Of(who, Permission.PoliciesPublish), preview, seen, request, ct);
        return result.Reply is { } reply
            ? TypedResults.Ok(reply)
            : RefusalAnswer.Invalid(
                "The directory was not applied.",
                [
                    .. result.Problems.Select(found =>
                        found.Path.Length == 0
                            ? found.Problem
                            : found.Problem with
                            {
                                Path = $"{found.Path} {found.Problem.Path}".TrimEnd(),
                            }
                    ),
                ],
                result.Overtaken ? StatusCodes.Status409Conflict : StatusCodes.Status400BadRequest
            );
    }
}
