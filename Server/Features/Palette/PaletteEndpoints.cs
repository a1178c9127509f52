using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Palette;

/// <summary>What the palette (Ctrl+K) finds by a part of a name, a reason or a ticket.</summary>
internal static class PaletteEndpoints
{
    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet("/palette", FindAsync).Needs(Permission.HostsRead).ExcludeFromDescription();

    private static async Task<IResult> FindAsync(string? q, ClaimsPrincipal who, IEnumerable<IPaletteSource> sources, CancellationToken ct)
    {
        var asked = new PaletteQuestion((q ?? "").Trim(), who);
        var found = new List<PaletteEntry>();
        foreach (var source in sources)
            found.AddRange(await source.FindAsync(asked, ct));
        return Results.Json(found);
    }
}
