using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Servers;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Keys;

internal static class KeyEndpoints
{
    public static void MapKeys(this IEndpointRouteBuilder api) =>
        api.MapGet(FleetPaths.Keys, AllAsync)
            .Needs(Permission.AccessRead)
            .WithTags("Servers")
            .WithSummary(
                "Signing keys and CAs, and hosts that have not acknowledged the latest announcement. They "
                    + "are managed with 'iwtune-server keys'"
            );

    private static async Task<Ok<FleetKeys>> AllAsync(Database database, CancellationToken ct) =>
        TypedResults.Ok(await KeyViews.AllAsync(database, ct));
}
