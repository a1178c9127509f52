using System.Security.Claims;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts.Labelling;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Hosting.Requests;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Hosts;

internal static class HostEndpoints
{
    private const int StandardLimit = 100,
        MaxLimit = 500;

    public static void MapHosts(this IEndpointRouteBuilder api)
    {
        var hosts = api.MapGroup(FleetPaths.Hosts).WithTags("Hosts");
        hosts.MapGet("", ListAsync).Needs(Permission.HostsRead).WithSummary("Hosts by name, one page");
        hosts.MapGet("/{idOrName}", FindAsync).Needs(Permission.HostsRead).WithSummary("A host with its state, evidence and history");
        hosts.MapGet("/{idOrName}/labels", LabelsAsync).Needs(Permission.HostsRead).WithSummary("A host's labels");
        hosts.MapPut("/{idOrName}/labels", LabelAsync).Needs(Permission.HostsWrite).Refuses(412).WithSummary("Replace a host's labels");
        hosts
            .MapPost("/labels", LabelManyAsync)
            .Needs(Permission.HostsWrite)
            .Refuses(409)
            .WithSummary("Set or remove one label of the hosts of a selector");
        hosts.MapPost("/{idOrName}/retire", RetireAsync).Needs(Permission.HostsWrite).WithSummary("Retire a host from the fleet");
    }

    private static async Task<Results<Ok<HostPage>, JsonHttpResult<FleetProblem>>> ListAsync(
        SeenHosts directory,
        HostFinder finder,
        HostViews views,
        string? q,
        string? after,
        int? limit,
        CancellationToken ct
    )
    {
        if (limit is < 1 or > MaxLimit)
            return RefusalAnswer.Invalid("The hosts were not listed.", $"limit: {limit} is outside 1..{MaxLimit}");
        var (filter, problem) = HostSearch.Parse(q);
        if (filter is null)
            return RefusalAnswer.Invalid("The hosts were not listed.", $"q: {problem}");
        var matched = (await finder.AllAsync(filter, ct)).Select(host => HostPlace.Of(host.Identity)).Order().ToList();
        var start = HostPlace.Parse(after) is { } place ? matched.FindIndex(row => row.CompareTo(place) > 0) : 0;
        var rows = start < 0 ? [] : matched.Skip(start).Take(limit ?? StandardLimit).ToList();
        var next = start >= 0 && start + rows.Count < matched.Count ? rows[^1].Cursor : null;
        return TypedResults.Ok(
            new HostPage(await views.SummariesAsync([.. rows.Select(row => row.Id)], ct), next, matched.Count, directory.Count)
        );
    }

    private static async Task<Results<Ok<HostDetail>, JsonHttpResult<FleetProblem>>> FindAsync(
        string idOrName,
        HostViews views,
        CancellationToken ct
    ) => await views.FindAsync(idOrName, ct) is { } host ? TypedResults.Ok(host) : Unknown(idOrName);

    private static async Task<Results<Ok<HostLabels>, JsonHttpResult<FleetProblem>>> LabelsAsync(
        string idOrName,
        HttpContext context,
        HostViews views,
        HostDirectory directory,
        CancellationToken ct
    )
    {
        if (await views.ResolveAsync(idOrName, ct) is not { } id || directory.Find(id) is not { } host)
            return Unknown(idOrName);
        var labels = host.Identity.Labels;
        context.Response.Headers.ETag = Relabel.Tag(labels);
        return TypedResults.Ok(new HostLabels(labels));
    }

    private static async Task<Results<Ok<HostSummary>, JsonHttpResult<FleetProblem>>> LabelAsync(
        string idOrName,
        LabelsRequest request,
        HttpContext context,
        ClaimsPrincipal who,
        HostViews views,
        HostDirectory directory,
        Database database,
        Requirements requirements,
        TimeProvider clock,
        CancellationToken ct
    )
    {
        if (request.Labels is null || Labels.Problems(request.Labels) is { Count: > 0 })
            return RefusalAnswer.Invalid(
                "The labels were not changed.",
                string.Join("; ", request.Labels is null ? ["labels: missing"] : Labels.Problems(request.Labels))
            );
        if (Publish.ReasonProblems(request.Reason).ToList() is { Count: > 0 } problems)
            return RefusalAnswer.Of(StatusCodes.Status400BadRequest, "The labels were not changed.", "Nothing was changed.", problems);
        if (await views.ResolveAsync(idOrName, ct) is not { } id || directory.Find(id) is not { } host)
            return Unknown(idOrName);
        if (
            (
                BeyondScope.Problem(who.Rights().Over(Permission.HostsWrite), [host])
                ?? Relabel.Beyond(who.Rights().Over(Permission.HostsWrite), host, request.Labels)
            ) is
            { } beyond
        )
            return RefusalAnswer.Of(StatusCodes.Status403Forbidden, "The labels were not changed.", "Nothing was changed.", [beyond]);
        var (done, labels) = await Relabel.RunAsync(
            database,
            requirements,
            clock,
            who.Actor(),
            host,
            request.Labels,
            request.Reason,
            now => IfMatch.Holds(context, Relabel.Tag(now))
        );
        if (!done)
            return labels is null
                ? Unknown(idOrName)
                : IfMatch.Refused($"The labels of {host.Identity.Name} are now: {Relabel.Told(labels)}.");
        // It may have left the fleet already.
        if (await views.SummariesAsync([id], ct) is not [var labelled])
            return Unknown(idOrName);
        context.Response.Headers.ETag = Relabel.Tag(request.Labels);
        return TypedResults.Ok(labelled);
    }

    private static async Task<Results<Ok<LabelHostsReply>, JsonHttpResult<FleetProblem>>> LabelManyAsync(
        LabelHostsRequest request,
        ClaimsPrincipal who,
        Publishers publishers
    ) => (await LabelHosts.RunAsync(publishers.Of(who, Permission.HostsWrite), request)).Answer("The labels were not changed.");

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> RetireAsync(
        string idOrName,
        ReasonRequest request,
        ClaimsPrincipal who,
        HostViews views,
        HostDirectory directory,
        Database database,
        TimeProvider clock,
        CancellationToken ct
    )
    {
        if (Publish.ReasonProblems(request.Reason).ToList() is { Count: > 0 } problems)
            return RefusalAnswer.Of(StatusCodes.Status400BadRequest, "The host was not retired.", "Nothing was changed.", problems);
        if (await views.ResolveAsync(idOrName, ct) is not { } id || directory.Find(id) is null)
            return Unknown(idOrName);
        var scope = who.Rights().Over(Permission.HostsWrite);
        return await Retire.RunAsync(database, directory, clock, who.Actor(), scope, id, request.Reason) is { } beyond
            ? RefusalAnswer.Of(StatusCodes.Status403Forbidden, "The host was not retired.", "Nothing was changed.", [beyond])
            : TypedResults.NoContent();
    }

    private static JsonHttpResult<FleetProblem> Unknown(string idOrName) =>
        RefusalAnswer.NotFound(
            $"host '{idOrName}', or more than one has this name",
            $"See GET {FleetPaths.Hosts}; an id is never ambiguous."
        );
}
