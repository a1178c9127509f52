using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Insight.Canaries;

internal static class CanaryEndpoints
{
    public static void MapCanaries(this IEndpointRouteBuilder api) =>
        api.MapGet(FleetPaths.Canary, FindAsync)
            .Needs(Permission.HostsRead)
            .WithTags("Insight")
            .WithSummary("Effect of a change on some hosts: whole days before and after it, minus the change on matched hosts");

    private static async Task<Results<Ok<FleetCanary>, JsonHttpResult<FleetProblem>>> FindAsync(
        CanaryViews views,
        TimeProvider clock,
        CancellationToken ct,
        string? canaries = null,
        string? matched = null,
        string? on = null,
        int? days = null
    )
    {
        var (question, problems) = CanaryQuestion.Parse(canaries, matched, on, days, Today(clock));
        return question is null
            ? RefusalAnswer.Invalid("Nothing was compared.", string.Join("; ", problems))
            : TypedResults.Ok(await views.OfAsync(question, ct));
    }

    /// <summary>The day that is not over yet.</summary>
    public static DateOnly Today(TimeProvider clock) => DateOnly.FromDateTime(clock.GetUtcNow().UtcDateTime);
}
