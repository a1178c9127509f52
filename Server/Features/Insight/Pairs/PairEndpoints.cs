using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Insight.Pairs;

internal static class PairEndpoints
{
    public const string UsualLabel = "site";

    public static void MapPairs(this IEndpointRouteBuilder api) =>
        api.MapGet(FleetPaths.Pairs, FindAsync)
            .Needs(Permission.HostsRead)
            .WithTags("Insight")
            .WithSummary("First flights between the fleet's own hosts, by the values of a label");

    private static async Task<Results<Ok<FleetPairs>, JsonHttpResult<FleetProblem>>> FindAsync(
        Database database,
        SeenHosts seen,
        string? by = null
    ) =>
        Labels.IsKey(by ?? UsualLabel)
            ? TypedResults.Ok(
                PairMatrix.Of(by ?? UsualLabel, await database.LongReadAsync(db => PairQueries.ListAsync(db, seen, by ?? UsualLabel)))
            )
            : RefusalAnswer.Invalid("There are no pairs by this label.", $"by '{by}' cannot be a label's key");
}
