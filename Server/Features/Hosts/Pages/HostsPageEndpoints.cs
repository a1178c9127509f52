using System.Security.Claims;
using System.Text;
using IwTune.Server.Console;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>What the list of hosts needs besides its page: its rows alone, what they have in common, and all of it as CSV.</summary>
internal static class HostsPageEndpoints
{
    public static void Map(IEndpointRouteBuilder routes)
    {
        routes.MapGet("/hosts/rows", RowsAsync).Needs(Permission.HostsRead).ExcludeFromDescription();
        routes.MapGet("/hosts/facets", FacetsAsync).Needs(Permission.HostsRead).ExcludeFromDescription();
        routes.MapGet("/hosts.csv", CsvAsync).Needs(Permission.HostsRead).ExcludeFromDescription().WithMetadata(new CostlyCall());
    }

    private static async Task<IResult> RowsAsync(
        HostList list,
        string? q,
        string? sort,
        string? cols,
        string? after,
        string? before,
        HttpContext context,
        CancellationToken ct
    )
    {
        var (page, problem) = await list.PageAsync(new(q, sort, after, before), ct);
        return page is null
            ? Results.BadRequest(problem)
            : new RazorComponentResult<RenewedHosts>(
                new Dictionary<string, object?>
                {
                    [nameof(RenewedHosts.Page)] = page,
                    [nameof(RenewedHosts.Choice)] = HostColumnChoice.Of(cols, context),
                    [nameof(RenewedHosts.Query)] = q,
                }
            );
    }

    private static async Task<IResult> FacetsAsync(HostFacets facets, string? q, string? sort, string? cols, CancellationToken ct)
    {
        var (found, problem) = await facets.OfAsync(q, ct);
        return found is null
            ? Results.BadRequest(problem)
            : new RazorComponentResult<FacetsSection>(
                new { Facets = found, At = new HostsAddress(q, sort, null, null) { Columns = cols } }
            );
    }

    private static async Task<IResult> CsvAsync(
        HostList list,
        Database database,
        TimeProvider clock,
        ClaimsPrincipal who,
        HostCsv csv,
        string? q,
        string? sort,
        string? cols,
        [FromQuery] string[]? id,
        CancellationToken ct
    )
    {
        // Without columns in the address every field: programs fetch it so.
        var columns = string.IsNullOrWhiteSpace(cols) ? null : HostColumnChoice.Of(cols, null);
        var (hosts, problem) = await list.AllAsync(
            new(q, sort, null, null),
            id is { Length: > 0 } ? id.ToHashSet(StringComparer.Ordinal) : null,
            ct
        );
        if (hosts is null)
            return Results.BadRequest(problem);
        await ReadOut.LogAsync(
            database,
            clock,
            who,
            ExportActions.Hosts,
            "hosts",
            $"{Quantities.Of(hosts.Count, "host")} exported as CSV"
                + (
                    id is { Length: > 0 } ? ", selected individually."
                    : string.IsNullOrWhiteSpace(q) ? "."
                    : $", filter '{q}'."
                ),
            ct
        );
        return Results.File(Encoding.UTF8.GetBytes(csv.Write(hosts, columns?.Columns)), "text/csv; charset=utf-8", "iwtune-hosts.csv");
    }
}
