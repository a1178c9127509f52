using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Servers;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Servers;

internal static class ServerEndpoints
{
    public static void MapServers(this IEndpointRouteBuilder api) =>
        api.MapGet(FleetPaths.Servers, AllAsync)
            .Needs(Permission.HostsRead)
            .WithTags("Servers")
            .WithSummary("Servers that share the store, with leader and lag");

    private static async Task<Ok<FleetServers>> AllAsync(ServerViews servers, CancellationToken ct) =>
        TypedResults.Ok(await servers.AllAsync(ct));
}
