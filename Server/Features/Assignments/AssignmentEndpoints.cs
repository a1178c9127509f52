using System.Security.Claims;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Assignments;

internal static class AssignmentEndpoints
{
    public static void MapAssignments(this IEndpointRouteBuilder api)
    {
        var assignments = api.MapGroup(FleetPaths.Assignments).WithTags("Assignments");
        assignments.MapGet("", ListAsync).Needs(Permission.HostsRead).WithSummary("Assignments, in order of precedence");
        assignments
            .MapPost("", AssignAsync)
            .Needs(Permission.PoliciesPublish)
            .WithSummary("Assign a policy to the hosts a selector matches");
        assignments.MapDelete("/{id}", RemoveAsync).Needs(Permission.PoliciesPublish).WithSummary("Remove an assignment");
    }

    private static async Task<Ok<IReadOnlyList<AssignmentSummary>>> ListAsync(
        Database database,
        SeenHosts hosts,
        Requirements requirements
    ) => TypedResults.Ok(await AssignmentViews.ListAsync(database, hosts, requirements));

    private static async Task<Results<Created<AssignmentSummary>, JsonHttpResult<FleetProblem>>> AssignAsync(
        AssignRequest request,
        ClaimsPrincipal who,
        Requirements requirements,
        HostDirectory hosts,
        SeenHosts seen,
        Publishers publishers
    )
    {
        var (made, replaced, problems) = await Assign.RunAsync(publishers.Of(who, Permission.PoliciesPublish), request);
        if (made is null)
            return RefusalAnswer.Invalid("The policy was not assigned.", problems);
        // Not from the list of those in force: another caller may have replaced it already.
        return TypedResults.Created(
            FleetPaths.Assignment(made.Id),
            AssignmentViews.Of(made, seen, requirements.Current) with
            {
                Replaced = replaced,
                Warnings = Assign.Warnings(hosts, requirements.Current, made.Read(), made.Policy),
            }
        );
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> RemoveAsync(
        string id,
        int? confirm,
        string? reason,
        ClaimsPrincipal who,
        Publishers publishers
    )
    {
        var by = publishers.Of(who, Permission.PoliciesPublish);
        if (await Unassign.BeyondAsync(by, id) is { } beyond)
            return RefusalAnswer.Of(StatusCodes.Status403Forbidden, "The assignment was not removed.", "Nothing was changed.", [beyond]);
        var problems = Publish.ReasonProblems(reason).ToList();
        if (HalfOfFleet.Problem(by, Unassign.Change(id), confirm) is { } unsaid)
            problems.Add(unsaid);
        if (problems.Count > 0)
            return RefusalAnswer.Invalid("The assignment was not removed.", problems);
        var (removed, problem) = await Unassign.RunAsync(by, id, reason!, confirm);
        if (problem is not null)
            return RefusalAnswer.Invalid("The assignment was not removed.", [problem]);
        return removed ? TypedResults.NoContent() : RefusalAnswer.NotFound($"assignment {id}", $"See GET {FleetPaths.Assignments}.");
    }
}
