using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Compliance.Runs.Comparing;

internal static class CompareEndpoints
{
    private const int UsualLimit = 500,
        MostLimit = 10_000;

    public static void MapComparing(this IEndpointRouteBuilder api) =>
        api.MapGet($"{RunPaths.Runs}/{{id}}/since/{{earlier}}", CompareAsync)
            .Needs(Permission.Runs)
            .WithTags("Compliance runs")
            .WithSummary("What changed since an earlier compliance run: verdicts, controls, and each host that differs");

    private static async Task<Results<Ok<RunComparison>, JsonHttpResult<FleetProblem>>> CompareAsync(
        string id,
        string earlier,
        int? limit,
        CompareRuns comparing,
        CancellationToken ct
    )
    {
        const string refused = "The compliance runs were not compared.";
        if (limit is < 1 or > MostLimit)
            return RefusalAnswer.Invalid(refused, $"limit: {limit} is outside 1..{MostLimit}");
        var (found, problem) = await comparing.RunAsync(earlier, id, limit ?? UsualLimit, ct);
        if (problem is not null)
            return RefusalAnswer.Invalid(refused, $"earlier: {problem}");
        return found is null
            ? RefusalAnswer.NotFound($"compliance run {id} or {earlier} that was made", $"See GET {RunPaths.Runs}.")
            : TypedResults.Ok(found);
    }
}
