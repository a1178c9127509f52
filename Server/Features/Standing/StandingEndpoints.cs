using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Standing;

internal static class StandingEndpoints
{
    private const int StandardLimit = 100,
        MaxLimit = 500;

    public static void MapStanding(this IEndpointRouteBuilder api)
    {
        var standing = api.MapGroup("").WithTags("Standing").Needs(Permission.HostsRead);
        standing
            .MapGet(FleetPaths.Standing, PageAsync)
            .WithSummary("Hosts by list: drift, repairs, owner fights, holds, overrides, unsupported, unreachable, refused; one page");
        standing
            .MapGet(FleetPaths.Disturbances, FleetAsync)
            .WithSummary("Writers that change windows, per day, over the hosts of a filter");
        standing
            .MapGet(FleetPaths.Hosts + "/{idOrName}/disturbances", HostAsync)
            .WithSummary("Writers that change the windows of one host, by day and target");
    }

    private static async Task<Results<Ok<StandingPage>, JsonHttpResult<FleetProblem>>> PageAsync(
        StandingList list,
        string? kind,
        string? q,
        string? after,
        int? limit,
        CancellationToken ct
    )
    {
        if (limit is < 1 or > MaxLimit)
            return RefusalAnswer.Invalid("The hosts were not listed.", $"limit: {limit} is outside 1..{MaxLimit}");
        if (!StandingList.TryKind(kind, out var of))
            return RefusalAnswer.Invalid(
                "The hosts were not listed.",
                $"kind: '{kind}' is none of {string.Join(", ", Enum.GetNames<StandingKind>())}"
            );
        var (filter, problem) = HostSearch.Parse(q);
        return filter is null
            ? RefusalAnswer.Invalid("The hosts were not listed.", $"q: {problem}")
            : TypedResults.Ok(await list.PageAsync(of, filter, HostPlace.Parse(after), limit ?? StandardLimit, ct));
    }

    private static async Task<Results<Ok<FleetDisturbances>, JsonHttpResult<FleetProblem>>> FleetAsync(
        Disturbances disturbances,
        string? q,
        int? days,
        CancellationToken ct
    )
    {
        if (Outside(days) is { } outside)
            return outside;
        var (filter, problem) = HostSearch.Parse(q);
        return filter is null
            ? RefusalAnswer.Invalid("The changes of windows were not read.", $"q: {problem}")
            : TypedResults.Ok(await disturbances.OfFleetAsync(filter, days ?? 1, ct));
    }

    private static async Task<Results<Ok<HostDisturbances>, JsonHttpResult<FleetProblem>>> HostAsync(
        string idOrName,
        HostViews hosts,
        Disturbances disturbances,
        int? days,
        CancellationToken ct
    )
    {
        if (Outside(days) is { } outside)
            return outside;
        if (await hosts.ResolveAsync(idOrName, ct) is not { } id || await hosts.SummariesAsync([id], ct) is not [var host])
            return RefusalAnswer.NotFound(
                $"host '{idOrName}', or more than one has this name",
                $"See GET {FleetPaths.Hosts}; an id is never ambiguous."
            );
        return TypedResults.Ok(await disturbances.OfHostAsync(id, host.Name, days ?? 1, ct));
    }

    private static JsonHttpResult<FleetProblem>? Outside(int? days) =>
        days is < 1 or > DisturbanceWrites.Days
            ? RefusalAnswer.Invalid("The changes of windows were not read.", $"days: {days} is outside 1..{DisturbanceWrites.Days}")
            : null;
}
