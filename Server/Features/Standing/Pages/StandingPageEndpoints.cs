using System.Security.Claims;
using System.Text;
using IwTune.Server.Console;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Server.Features.Standing.Pages;

/// <summary>The whole list as CSV, one line for each mark, written as it is read.</summary>
internal static class StandingPageEndpoints
{
    private const int Chunk = 500;

    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet("/standing.csv", FileAsync).Needs(Permission.HostsRead).ExcludeFromDescription().WithMetadata(new CostlyCall());

    private static async Task<IResult> FileAsync(
        StandingList list,
        Database database,
        TimeProvider clock,
        ClaimsPrincipal who,
        string? kind,
        string? q,
        CancellationToken ct
    )
    {
        var (filter, problem) = HostSearch.Parse(q);
        if (filter is null)
            return Results.BadRequest(problem);
        if (!StandingList.TryKind(kind, out var of))
            return Results.BadRequest("Unknown list.");
        var name = of is null ? "standing" : of.ToString()!.ToLowerInvariant();
        await ReadOut.LogAsync(
            database,
            clock,
            who,
            ExportActions.Standing,
            "standing",
            $"The list '{name}' was exported as CSV{(string.IsNullOrWhiteSpace(q) ? "" : $", hosts that match '{q}'")}.",
            ct
        );
        return Results.Stream(body => WriteAsync(body, list, of, filter), "text/csv; charset=utf-8", $"iwtune-{name}.csv");
    }

    private static async Task WriteAsync(Stream body, StandingList list, StandingKind? kind, HostSearch filter)
    {
        await using var text = new StreamWriter(body, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), leaveOpen: true);
        await text.WriteAsync(
            Csv.Line(
                "host",
                "id",
                "list",
                "state",
                "since_utc",
                "by",
                "until_utc",
                "reason",
                "verdict",
                "health",
                "health_reason",
                "policy",
                "revision",
                "labels",
                "last_seen_utc"
            )
        );
        HostPlace? after = null;
        do
        {
            var page = await list.PageAsync(kind, filter, after, Chunk, default, ReadKind.Long);
            foreach (var host in page.Hosts)
            foreach (var mark in host.Marks.Where(mark => kind is null || mark.Kind == kind))
                await text.WriteAsync(Line(host, mark));
            after = HostPlace.Parse(page.Next);
        } while (after is not null);
    }

    private static string Line(StandingHost host, StandingMark mark) =>
        Csv.Line(
            host.Name,
            host.Id,
            mark.Kind.ToString(),
            mark.State.ToString(),
            Utc(mark.Since),
            mark.By,
            Utc(mark.Until),
            mark.Reason,
            host.Verdict.ToString(),
            host.Health.ToString(),
            host.HealthReason,
            host.Policy,
            host.Revision?.ToString(),
            string.Join(' ', host.Labels.OrderBy(label => label.Key, StringComparer.Ordinal).Select(label => $"{label.Key}:{label.Value}")),
            Utc(host.LastSeen)
        );

    private static string Utc(DateTimeOffset? at) => at is { } moment ? Moments.Portable(moment) : "";
}
