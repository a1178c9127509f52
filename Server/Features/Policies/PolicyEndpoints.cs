using System.Security.Claims;
using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Policies;

internal static class PolicyEndpoints
{
    // The document's own limit, doubled for JSON's escapes, and room for the reason.
    private const long MaxBytes = 2L * PolicyReader.MaxBytes + 16 * 1024;

    public static void MapPolicies(this IEndpointRouteBuilder api)
    {
        var policies = api.MapGroup(FleetPaths.Policies).WithTags("Policies");
        policies.MapGet("", PolicyViews.ListAsync).Needs(Permission.HostsRead).WithSummary("Policies with their latest revision");
        policies
            .MapPost("", PublishAsync)
            .Needs(Permission.PoliciesPublish)
            .WithSummary("Publish a document as a new revision; none if the content equals the latest")
            .WithMetadata(new RequestSizeLimit(MaxBytes));
        policies
            .MapPost("/validate", Validate)
            .Needs(Permission.HostsRead)
            .WithSummary("Check a document as for publishing; nothing is stored")
            .WithMetadata(new RequestSizeLimit(MaxBytes));
        policies.MapGet("/{name}", PolicyViews.FindAsync).Needs(Permission.HostsRead).WithSummary("A policy with every revision");
        policies
            .MapGet("/{name}/revisions/{number:int}", PolicyViews.RevisionAsync)
            .Needs(Permission.HostsRead)
            .WithSummary("A revision with its original document");
        policies
            .MapGet("/{name}/diff", PolicyViews.DiffAsync)
            .Needs(Permission.HostsRead)
            .WithSummary("Difference of two revisions, line by line");
        policies
            .MapPost("/{name}/rollback", RollbackAsync)
            .Needs(Permission.PoliciesPublish)
            .WithSummary("Publish the content of an earlier revision as a new one");
    }

    private static async Task<Results<Created<PublishReply>, Ok<PublishReply>, JsonHttpResult<FleetProblem>>> PublishAsync(
        PublishRequest request,
        ClaimsPrincipal who,
        Publishers publishers
    )
    {
        var result = await Publish.RunAsync(publishers.Of(who, Permission.PoliciesPublish), request);
        if (result.Reply is not { } reply)
            return RefusalAnswer.Invalid(
                "The policy was not published.",
                result.Problems,
                result.Overtaken ? StatusCodes.Status409Conflict : StatusCodes.Status400BadRequest
            );
        return reply.Unchanged ? TypedResults.Ok(reply) : TypedResults.Created(FleetPaths.Revision(reply.Policy, reply.Revision), reply);
    }

    private static Ok<ValidateReply> Validate(PublishRequest request)
    {
        var read = PolicyReader.Read(request.Document ?? "");
        return TypedResults.Ok(
            new ValidateReply(read.Policy?.Name, read.Policy is null ? null : PolicyDigest.Of(read.Policy), read.Problems, read.Warnings)
        );
    }

    private static async Task<Results<Ok<PublishReply>, JsonHttpResult<FleetProblem>>> RollbackAsync(
        string name,
        RollbackRequest request,
        ClaimsPrincipal who,
        Publishers publishers
    )
    {
        var by = publishers.Of(who, Permission.PoliciesPublish);
        List<PolicyProblem> problems = [.. Publish.ReasonProblems(request.Reason), .. await Rollback.ReviewAsync(by, name, request.To)];
        if (HalfOfFleet.Problem(by, await Rollback.ChangeAsync(by, name, request.To), request.Confirm) is { } unsaid)
            problems.Add(unsaid);
        if (problems.Count > 0)
            return RefusalAnswer.Invalid("The policy was not rolled back.", problems);
        var (reply, problem) = await Rollback.RunAsync(by, name, request.To, request.Reason, request.Confirm);
        if (problem is not null)
            return RefusalAnswer.Invalid("The policy was not rolled back.", [problem]);
        return reply is null
            ? RefusalAnswer.NotFound($"revision {request.To} of a policy '{name}'", $"See GET {FleetPaths.Policy(name)}.")
            : TypedResults.Ok(reply);
    }
}
