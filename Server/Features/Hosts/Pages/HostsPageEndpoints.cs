using System.Security.Claims;
using System.Text;
using IwTune.Server.Console;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>What the list of hosts needs besides its page: its rows alone, what they have in common, and all of it as CSV.</summary>
internal static class HostsPageEndpoints
{
    public static void Map(IEndpointRouteBuilder routes)
    {
        routes.MapGet("/hosts/rows", RowsAsync).Needs(Permission.HostsRead).ExcludeFromDescription();
        routes.MapGet("/hosts/facets", FacetsAsync).Needs(Permission.HostsRead).ExcludeFromDescription();
        routes.MapGet("/hosts.csv", CsvAsync).Needs(Permission.HostsRead).ExcludeFromDescription();
    }

    private static async Task<IResult> RowsAsync(
        HostList list,
        string? q,
        string? sort,
        string? after,
        string? before,
        CancellationToken ct
    )
    {
        var (page, problem) = await list.PageAsync(new(q, sort, after, before), ct);
        return page is null
            ? Results.BadRequest(problem)
            : new RazorComponentResult<HostRows>(new Dictionary<string, object?> { [nameof(HostRows.Rows)] = page.Hosts });
    }

    private static async Task<IResult> FacetsAsync(HostFacets facets, string? q, string? sort, CancellationToken ct)
    {
        var (found, problem) = await facets.OfAsync(q, ct);
        return found is null
            ? Results.BadRequest(problem)
            : new RazorComponentResult<FacetsSection>(new { Facets = found, At = new HostsAddress(q, sort, null, null) });
    }

    private static async Task<IResult> CsvAsync(
        HostList list,
        Database database,
        TimeProvider clock,
        ClaimsPrincipal who,
        string? q,
        string? sort,
        string[]? id,
        CancellationToken ct
    )
    {
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
        var text = new StringBuilder(
            Csv.Line(
                "host",
                "id",
                "state",
                "reason",
                "policy",
                "revision",
                "held_revision",
                "configured_initcwnd",
                "effective_segments",
                "binding_term",
                "rtt_us",
                "mss",
                "os",
                "os_name",
                "kernel",
                "agent",
                "labels",
                "enrolled_utc",
                "last_seen_utc"
            )
        );
        foreach (var host in hosts)
            text.Append(Line(host));
        return Results.File(Encoding.UTF8.GetBytes(text.ToString()), "text/csv; charset=utf-8", "iwtune-hosts.csv");
    }

    private static string Line(HostSummary h) =>
        Csv.Line(
            h.Name,
            h.Id,
            h.Verdict.ToString(),
            h.Reason,
            h.Policy,
            h.Revision?.ToString(),
            h.HeldRevision?.ToString(),
            h.ConfiguredCwnd?.ToString(),
            h.EffectiveSegments?.ToString(),
            h.Binding == BindingTerm.Unknown ? "" : h.Binding.ToString(),
            h.RttMicroseconds?.ToString(),
            h.Mss?.ToString(),
            h.Os,
            h.OsName,
            h.Kernel,
            h.AgentVersion,
            string.Join(' ', h.Labels.OrderBy(l => l.Key, StringComparer.Ordinal).Select(l => $"{l.Key}:{l.Value}")),
            Moments.Portable(h.Enrolled),
            h.LastSeen is { } seen ? Moments.Portable(seen) : ""
        );
}
