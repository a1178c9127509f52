using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Traffic;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Recommendations;

internal static class RecommendationEndpoints
{
    public static void MapRecommendations(this IEndpointRouteBuilder api) =>
        api.MapGet(FleetPaths.Recommendations, FindAsync)
            .Needs(Permission.HostsRead)
            .WithTags("Recommendations")
            .WithSummary("Recommended windows with saving, risk and reasons: by policy, host or filter");

    private static async Task<Results<Ok<FleetRecommendations>, JsonHttpResult<FleetProblem>>> FindAsync(
        RecommendationViews views,
        HostViews lookup,
        HostFinder finder,
        SeenHosts hosts,
        string? policy,
        string? host,
        string? q,
        int? days,
        int? window,
        CancellationToken ct
    )
    {
        const string nothing = "Nothing was recommended.";
        if (days is < 1 or > TrafficViews.MostDays)
            return RefusalAnswer.Invalid(nothing, $"days: {days} is outside 1..{TrafficViews.MostDays}");
        if (window is < 1)
            return RefusalAnswer.Invalid(nothing, $"window: {window} is below 1");
        if (new[] { policy, host, q }.Count(given => given is not null) > 1)
            return RefusalAnswer.Invalid(nothing, "policy, host, q: name one of them, or none for every policy");
        var span = days ?? TrafficViews.UsualDays;
        if (policy is not null)
            return TypedResults.Ok(new FleetRecommendations(span, await views.OfPolicyAsync(policy, span, _ => window, ct)));
        if (host is not null)
            return await lookup.ResolveAsync(host, ct) is { } id && hosts.Find(id) is { } found
                ? TypedResults.Ok(new FleetRecommendations(span, await views.OfAsync(found.Identity.Name, [found], span, _ => window, ct)))
                : RefusalAnswer.NotFound(
                    $"host '{host}', or more than one has this name",
                    $"See GET {FleetPaths.Hosts}; an id is never ambiguous."
                );
        if (q is null)
            return TypedResults.Ok(new FleetRecommendations(span, await views.OfAllAsync(span, _ => window, ct)));
        var (search, problem) = HostSearch.Parse(q);
        return search is null
            ? RefusalAnswer.Invalid(nothing, $"q: {problem}")
            : TypedResults.Ok(
                new FleetRecommendations(span, await views.OfAsync("", await finder.AllAsync(search, ct), span, _ => window, ct))
            );
    }
}
