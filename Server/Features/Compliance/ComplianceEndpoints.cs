using IwTune.Server.Features.Compliance.Days;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Compliance;

internal static class ComplianceEndpoints
{
    private const int UsualChanges = 100,
        MostChanges = 500;

    public static void MapCompliance(this IEndpointRouteBuilder api)
    {
        var compliance = api.MapGroup(FleetPaths.Compliance).WithTags("Compliance");
        compliance
            .MapGet("", FindAsync)
            .Needs(Permission.HostsRead)
            .WithSummary("Fleet verdicts as of an instant: counts, reasons, groups and one page of hosts");
        compliance.MapGet("/trend", TrendAsync).Needs(Permission.HostsRead).WithSummary("Hosts by verdict over time");
        compliance.MapGet("/hosts/{idOrName}", HistoryAsync).Needs(Permission.HostsRead).WithSummary("A host's verdicts, newest first");
        compliance
            .MapGet("/hosts/{idOrName}/day", DayAsync)
            .Needs(Permission.HostsRead)
            .WithSummary("A host on one day: verdicts, events, measurements and the revisions that were required");
    }

    private static async Task<Results<Ok<FleetCompliance>, JsonHttpResult<FleetProblem>>> FindAsync(
        ComplianceViews views,
        TimeProvider clock,
        CancellationToken ct,
        string? asOf = null,
        string? q = null,
        string? by = null,
        string? after = null,
        int? limit = null,
        string? known = null
    )
    {
        var (asked, problems) = ComplianceQuestion.Parse(asOf, q, by, after, limit, clock, known);
        return asked is null
            ? RefusalAnswer.Invalid("Nothing was counted.", string.Join("; ", problems))
            : TypedResults.Ok(await views.OfAsync(asked, ct));
    }

    private static async Task<Results<Ok<HostDay>, JsonHttpResult<FleetProblem>>> DayAsync(
        string idOrName,
        HostDayViews views,
        TimeProvider clock,
        CancellationToken ct,
        string? day = null,
        string? zone = null
    )
    {
        var (asked, problems) = DayQuestion.Parse(day, zone, clock);
        if (asked is null)
            return RefusalAnswer.Invalid("The day was not read.", string.Join("; ", problems));
        var meant = await views.MeantAsync(idOrName, asked, ct);
        if (meant.Count > 1)
            return RefusalAnswer.Of(
                StatusCodes.Status404NotFound,
                $"{meant.Count} hosts had the name '{idOrName}' on {day}.",
                $"Use the id of one of them: {string.Join("; ", meant)}."
            );
        return meant is [var one] && await views.OfAsync(one.Id, asked, ct) is { } found ? TypedResults.Ok(found) : None(idOrName);
    }

    private static async Task<Results<Ok<ComplianceTrend>, JsonHttpResult<FleetProblem>>> TrendAsync(
        TrendViews views,
        TimeProvider clock,
        CancellationToken ct,
        string? from = null,
        string? to = null,
        string? q = null,
        int? points = null
    )
    {
        var (asked, problems) = TrendQuestion.Parse(from, to, q, points, clock);
        return asked is null
            ? RefusalAnswer.Invalid("Nothing was counted.", string.Join("; ", problems))
            : TypedResults.Ok(await views.OfAsync(asked, ct));
    }

    private static async Task<Results<Ok<ComplianceHistory>, JsonHttpResult<FleetProblem>>> HistoryAsync(
        string idOrName,
        ComplianceViews views,
        CancellationToken ct,
        long? before = null,
        int? limit = null
    )
    {
        if (limit is < 1 or > MostChanges)
            return RefusalAnswer.Invalid("The history was not read.", $"limit: {limit} is outside 1..{MostChanges}");
        return await views.HistoryAsync(idOrName, before ?? long.MaxValue, limit ?? UsualChanges, ct) is { } history
            ? TypedResults.Ok(history)
            : None(idOrName);
    }

    private static JsonHttpResult<FleetProblem> None(string idOrName) =>
        RefusalAnswer.NotFound(
            $"host '{idOrName}', or more than one has this name",
            $"See GET {FleetPaths.Hosts}; an id is never ambiguous."
        );
}
