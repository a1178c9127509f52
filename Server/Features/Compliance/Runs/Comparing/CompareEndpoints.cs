using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Compliance.Runs.Comparing;

internal static class CompareEndpoints
{
    private const int UsualLimit = 500,
        MostLimit = 10_000;

    public static void MapComparing(this IEndpointRouteBuilder api) =>
        api.MapGet(FleetPaths.RunComparison, CompareAsync)
            .Needs(Permission.Runs)
            .WithTags("Compliance runs")
            .WithSummary("What changed between two compliance runs: verdicts, controls, and each host that differs");

    private static async Task<Results<Ok<RunComparison>, JsonHttpResult<FleetProblem>>> CompareAsync(
        string? from,
        string? to,
        int? limit,
        CompareRuns comparing,
        CancellationToken ct
    )
    {
        const string refused = "The compliance runs were not compared.";
        if (limit is < 1 or > MostLimit)
            return RefusalAnswer.Invalid(refused, $"limit: {limit} is outside 1..{MostLimit}");
        if (string.IsNullOrEmpty(from) || string.IsNullOrEmpty(to))
            return RefusalAnswer.Invalid(refused, "from, to: give the ids of two runs");
        return await comparing.RunAsync(from, to, limit ?? UsualLimit, ct) is { } comparison
            ? TypedResults.Ok(comparison)
            : RefusalAnswer.Invalid(refused, "from, to: must be two runs that were made, the earlier one first");
    }
}
