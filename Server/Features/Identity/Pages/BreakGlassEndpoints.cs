using System.Security.Claims;
using IwTune.Server.Console;
using IwTune.Server.Features.Identity.BreakGlass;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Mvc;

namespace IwTune.Server.Features.Identity.Pages;

/// <summary>The banner's button.</summary>
internal static class BreakGlassEndpoints
{
    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapPost("/break-glass/acknowledge", PostAsync).Needs(Permission.UsersManage).ExcludeFromDescription();

    private static async Task<IResult> PostAsync(
        [FromForm] string id,
        [FromForm] string back,
        ClaimsPrincipal who,
        Database database,
        TimeProvider clock
    )
    {
        await BreakGlassUse.AcknowledgeAsync(database, clock, who.Actor(), who.Person(), id);
        return Results.LocalRedirect(LocalAddress.OrHome(back));
    }
}
