using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Keys;

internal static class KeyEndpoints
{
    public static void MapKeys(this IEndpointRouteBuilder api) =>
        api.MapGet(FleetPaths.Keys, AllAsync)
            .Needs(Permission.AccessRead)
            .WithTags("Servers")
            .WithSummary(
                "Keys that bundles are signed with and CAs, and which hosts have not acknowledged the latest announcement of them. They "
                    + "are changed with 'iwtune-server keys' alone"
            );

    private static async Task<Ok<FleetKeys>> AllAsync(Database database, CancellationToken ct) =>
        TypedResults.Ok(await KeyViews.AllAsync(database, ct));
}
