using System.Security.Claims;
using IwTune.Server.Console;
using IwTune.Server.Features.Compliance.Exports.Printing;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Compliance.Exports;

internal static class ExportEndpoints
{
    /// <summary>Where the console's button leads.</summary>
    public const string Form = "/compliance/export.zip";

    private const string Page = "/compliance/export";

    public static void MapExports(this IEndpointRouteBuilder api) =>
        api.MapPost(FleetPaths.ComplianceExport, ExportAsync)
            .Needs(Permission.Export)
            .WithTags("Compliance")
            .WithSummary("A signed zip of the fleet's verdicts as of an instant, for auditors")
            .Produces(StatusCodes.Status200OK, contentType: "application/zip")
            .WithMetadata(new CostlyCall())
            .DisableRequestTimeout();

    public static void MapForm(IEndpointRouteBuilder routes) =>
        routes
            .MapPost(Form, FormAsync)
            .Needs(Permission.Export)
            .ExcludeFromDescription()
            .WithMetadata(new CostlyCall())
            .DisableRequestTimeout();

    private static Task<Results<FileStreamHttpResult, JsonHttpResult<FleetProblem>>> ExportAsync(
        ExportRequest request,
        ClaimsPrincipal who,
        ComplianceExport exports,
        JudgedPeriods periods,
        TimeProvider clock,
        CancellationToken ct
    ) =>
        SendAsync(
            request.AsOf?.ToString("O"),
            request.Query,
            request.Since?.ToString("O"),
            request.Formats ?? [],
            request.Known?.ToString("O"),
            who,
            exports,
            periods,
            clock,
            ct
        );

    /// <summary>A person gets the file, or the form again with the reason.</summary>
    private static async Task<IResult> FormAsync(
        HttpContext context,
        ClaimsPrincipal who,
        ComplianceExport exports,
        JudgedPeriods periods,
        TimeProvider clock,
        Flash flash,
        CancellationToken ct
    )
    {
        var form = await context.Request.ReadFormAsync(ct);
        var (asOf, q, since, known) = (form["asOf"], form["q"], form["since"], form["known"]);
        var answer = await SendAsync(asOf, q, since, form["formats"], known, who, exports, periods, clock, ct);
        if (answer.Result is not JsonHttpResult<FleetProblem> { Value: { } refused })
            return answer;
        flash.Leave(context, new($"{refused.Title} {refused.Detail}", Failed: true));
        return TypedResults.Redirect(
            Address.Of(
                Page,
                ("asOf", asOf),
                ("q", q),
                ("since", since),
                ("known", known),
                ("formats", string.Join(',', form["formats"].AsEnumerable()))
            )
        );
    }

    private static async Task<Results<FileStreamHttpResult, JsonHttpResult<FleetProblem>>> SendAsync(
        string? asOf,
        string? q,
        string? since,
        IEnumerable<string?> formats,
        string? known,
        ClaimsPrincipal who,
        ComplianceExport exports,
        JudgedPeriods periods,
        TimeProvider clock,
        CancellationToken ct
    )
    {
        if (string.IsNullOrWhiteSpace(asOf))
            await periods.CatchUpAsync(ct);
        var (asked, problems) = ExportQuestion.Parse(asOf, q, since, formats, periods, clock, known);
        if (asked is null)
            return RefusalAnswer.Invalid("Nothing was exported.", string.Join("; ", problems));
        try
        {
            var made = await exports.MakeAsync(asked, Exporter.Of(who), ct);
            return TypedResults.File(made.Content, "application/zip", made.FileName);
        }
        catch (TooManyHostsException refused)
        {
            return RefusalAnswer.Invalid("Nothing was exported.", refused.Message);
        }
        catch (NotPrintedException failed)
        {
            return RefusalAnswer.Of(
                StatusCodes.Status503ServiceUnavailable,
                "The report could not be printed as PDF. Nothing was exported.",
                $"{failed.Message} Repeat the export, or leave out the format pdf."
            );
        }
    }
}
