using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Rollouts.Pages.Lists;

/// <summary>What the list of rollouts needs besides its page: its rows alone.</summary>
internal static class RolloutPageEndpoints
{
    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet("/rollouts/rows", RowsAsync).Needs(Permission.HostsRead).ExcludeFromDescription();

    private static async Task<RazorComponentResult> RowsAsync(string? policy, RolloutBoard board) =>
        new RazorComponentResult<RolloutRows>(new { Rollouts = await board.ListAsync(policy) });
}
