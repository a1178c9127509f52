using System.Security.Claims;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Console;

/// <summary>What the palette (⌘K) finds: pages, policies and hosts by a part of their name.</summary>
internal static class PaletteEndpoints
{
    private const int MaxHosts = 8;

    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet("/palette", FindAsync).Needs(Permission.HostsRead).ExcludeFromDescription();

    /// <param name="Title">Its name.</param>
    /// <param name="Kind">Page, policy or host.</param>
    /// <param name="Address">Where it is.</param>
    internal sealed record Entry(string Title, string Kind, string Address);

    private static async Task<IResult> FindAsync(string? q, ClaimsPrincipal who, SeenHosts hosts, Database database, CancellationToken ct)
    {
        var text = (q ?? "").Trim();
        bool Fits(string name) => name.Contains(text, StringComparison.OrdinalIgnoreCase);
        var found = ConsoleMap
            .Entries.Where(e => who.May(e.Needs) && Fits(e.Title))
            .Select(e => new Entry(e.Title, "page", e.Address))
            .ToList();
        var policies = await database.ReadAsync(PolicyQueries.LatestAsync, ct);
        found.AddRange(
            policies.Where(p => Fits(p.Policy)).Select(p => new Entry(p.Policy, "policy", $"/policies/{Address.Segment(p.Policy)}"))
        );
        if (text.Length > 0)
        {
            found.AddRange(
                hosts
                    .All.Where(h => Fits(h.Identity.Name))
                    .OrderBy(h => h.Identity.Name, StringComparer.Ordinal)
                    .Take(MaxHosts)
                    .Select(h => new Entry(h.Identity.Name, "host", $"/hosts/{Address.Segment(h.Id)}"))
            );
        }
        return Results.Json(found);
    }
}
