using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Traffic;

internal static class TrafficEndpoints
{
    private const string ByLabel = "label:";

    public static void MapTraffic(this IEndpointRouteBuilder api)
    {
        var traffic = api.MapGroup("").WithTags("Traffic");
        traffic
            .MapGet(FleetPaths.Hosts + "/{idOrName}/traffic", HostAsync)
            .Needs(Permission.HostsRead)
            .WithSummary("Profile of the production connections of a host");
        traffic
            .MapGet(FleetPaths.Traffic, FleetAsync)
            .Needs(Permission.HostsRead)
            .WithSummary("The same merged over many hosts: by filter, policy or label");
    }

    private static async Task<Results<Ok<HostTraffic>, JsonHttpResult<FleetProblem>>> HostAsync(
        string idOrName,
        HostViews hosts,
        TrafficViews views,
        int? days,
        CancellationToken ct
    )
    {
        if (Outside(days) is { } problem)
            return problem;
        if (await hosts.ResolveAsync(idOrName, ct) is not { } id || await hosts.SummariesAsync([id], ct) is not [var host])
            return RefusalAnswer.NotFound(
                $"host '{idOrName}', or more than one has this name",
                $"See GET {FleetPaths.Hosts}; an id is never ambiguous."
            );
        return TypedResults.Ok(await views.OfHostAsync(id, host.Name, days ?? TrafficViews.UsualDays, ct));
    }

    private static async Task<Results<Ok<FleetTraffic>, JsonHttpResult<FleetProblem>>> FleetAsync(
        TrafficViews views,
        HostFinder finder,
        string? q,
        string? by,
        int? days,
        CancellationToken ct
    )
    {
        if (Outside(days) is { } outside)
            return outside;
        var (search, problem) = HostSearch.Parse(q);
        if (search is null)
            return RefusalAnswer.Invalid("No traffic was shown.", $"q: {problem}");
        if (Grouping(views, by) is not { } group)
            return RefusalAnswer.Invalid("No traffic was shown.", $"by: '{by}' is neither 'policy' nor 'label:KEY'");
        return TypedResults.Ok(await views.OfFleetAsync(await finder.AllAsync(search, ct), group, days ?? TrafficViews.UsualDays, ct));
    }

    private static JsonHttpResult<FleetProblem>? Outside(int? days) =>
        days is < 1 or > TrafficViews.MostDays
            ? RefusalAnswer.Invalid("No traffic was shown.", $"days: {days} is outside 1..{TrafficViews.MostDays}")
            : null;

    private static Func<FleetHost, string>? Grouping(TrafficViews views, string? by) =>
        by switch
        {
            null or "" => _ => "",
            "policy" => views.Policy,
            _ when by.StartsWith(ByLabel, StringComparison.Ordinal) && by.Length > ByLabel.Length => host =>
                host.Identity.Labels.TryGetValue(by[ByLabel.Length..], out var value) ? value : "",
            _ => null,
        };
}
