using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Impact;

internal static class ImpactEndpoints
{
    private const int StandardLimit = 100,
        MaxLimit = 500;
    private const long MaxBytes = 16L * 1024 * 1024;

    public static void MapImpact(this IEndpointRouteBuilder api)
    {
        var impact = api.MapGroup(FleetPaths.Impact).WithTags("Impact");
        impact
            .MapPost("", OfAsync)
            .Needs(Permission.HostsRead)
            .WithSummary("Preview the impact of a change on every host, from its facts and last report; nothing is stored")
            .WithMetadata(new RequestSizeLimit(MaxBytes));
        impact
            .MapPost("/csv", CsvAsync)
            .Needs(Permission.HostsRead)
            .WithSummary("The same for all affected hosts as CSV (RFC 4180), one line per target")
            .Produces(StatusCodes.Status200OK, contentType: "text/csv")
            .WithMetadata(new RequestSizeLimit(MaxBytes), new CostlyCall());
    }

    private static async Task<Results<Ok<ImpactPage>, JsonHttpResult<FleetProblem>>> OfAsync(
        ImpactRequest request,
        string? after,
        int? limit,
        Database database,
        SeenHosts hosts,
        ImpactPreview preview,
        CancellationToken ct
    )
    {
        if (limit is < 1 or > MaxLimit)
            return RefusalAnswer.Invalid("The change was not previewed.", $"limit: {limit} is outside 1..{MaxLimit}");
        var (change, problems) = await ProposedChanges.ReadAsync(database, hosts, request, ct);
        return change is null
            ? Refused(problems)
            : TypedResults.Ok((await preview.OfAsync(change, ct)).Page(after, limit ?? StandardLimit));
    }

    private static async Task<IResult> CsvAsync(
        ImpactRequest request,
        Database database,
        SeenHosts hosts,
        ImpactPreview preview,
        TimeProvider clock,
        HttpContext context,
        CancellationToken ct
    )
    {
        var (change, problems) = await ProposedChanges.ReadAsync(database, hosts, request, ct);
        if (change is null)
            return Refused(problems);
        await ImpactCsv.SendAsync(context, database, clock, await preview.OfAsync(change, ct), "impact.csv", ct);
        return Results.Empty;
    }

    private static JsonHttpResult<FleetProblem> Refused(IReadOnlyList<PolicyProblem> problems) =>
        RefusalAnswer.Invalid("The change was not previewed.", problems);
}
