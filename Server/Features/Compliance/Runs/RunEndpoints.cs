using System.Security.Claims;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Compliance.Runs.Attestations;
using IwTune.Server.Features.Compliance.Runs.Comparing;
using IwTune.Server.Features.Compliance.Runs.Links;
using IwTune.Server.Features.Compliance.Runs.Schedules;
using IwTune.Server.Features.Compliance.Runs.Stamps;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Hosting.Requests;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Compliance.Runs;

internal static class RunEndpoints
{
    public static void MapRuns(this IEndpointRouteBuilder api)
    {
        var runs = api.MapGroup(RunPaths.Runs).WithTags("Compliance runs");
        runs.MapGet("", ListAsync).Needs(Permission.Runs).WithSummary("Compliance runs, newest first");
        runs.MapPost("", StartAsync).Needs(Permission.Runs).WithSummary("Start a compliance run; a server makes it and keeps its file");
        runs.MapGet("/{id}", FindAsync)
            .Needs(Permission.Runs)
            .WithSummary("One compliance run, with its deliveries, attestations and reader links");
        runs.MapGet("/{id}/file", ReadAsync)
            .Needs(Permission.Runs)
            .WithSummary("The signed zip of a compliance run")
            .Produces(StatusCodes.Status200OK, contentType: "application/zip")
            .DisableRequestTimeout();
        runs.MapGet("/{id}/attestations", AttestationsAsync)
            .Needs(Permission.Runs)
            .WithSummary("Signed statements about a compliance run, a line each, for iwtune verify-export")
            .Produces(StatusCodes.Status200OK, contentType: "application/jsonl");
        runs.MapPost("/{id}/attestations", AttestAsync)
            .Needs(Permission.Attest)
            .WithSummary("Attest a compliance run: the server signs your statement about it");
        runs.MapGet("/{id}/timestamp", TimestampAsync)
            .Needs(Permission.Runs)
            .WithSummary("The time stamp of a compliance run's file (RFC 3161, a token as DER)")
            .Produces(StatusCodes.Status200OK, contentType: "application/octet-stream");
        runs.MapPost("/{id}/hold", HoldAsync).Needs(Permission.Runs).WithSummary("Keep a compliance run beyond its period (legal hold)");
        runs.MapDelete("/{id}/hold", ReleaseAsync).Needs(Permission.Runs).WithSummary("End the legal hold of a compliance run");
        api.MapLinks();
        api.MapSchedules();
        api.MapComparing();
    }

    private static async Task<Ok<IReadOnlyList<ComplianceRun>>> ListAsync(HttpContext context, RunViews views, CancellationToken ct) =>
        TypedResults.Ok(await views.PageAsync(PageWindow.Of(context), ct));

    private static async Task<Results<Created<ComplianceRun>, JsonHttpResult<FleetProblem>>> StartAsync(
        RunRequest request,
        ClaimsPrincipal who,
        RunChanges changes,
        RunViews views,
        CancellationToken ct
    )
    {
        var (id, problems) = await changes.StartAsync(who.Actor(), request);
        return problems.Count > 0
            ? Refused("The compliance run was not started.", problems)
            : TypedResults.Created(RunPaths.Run(id), (await views.FindAsync(id, ct))!);
    }

    private static async Task<Results<Ok<ComplianceRun>, JsonHttpResult<FleetProblem>>> FindAsync(
        string id,
        RunViews views,
        CancellationToken ct
    ) => await views.FindAsync(id, ct) is { } run ? TypedResults.Ok(run) : None(id);

    private static async Task<Results<PushStreamHttpResult, JsonHttpResult<FleetProblem>>> ReadAsync(
        string id,
        ClaimsPrincipal who,
        HttpContext context,
        Database database,
        TimeProvider clock
    )
    {
        var run = await database.WriteAsync(async write =>
        {
            if (await RunQueries.FindAsync(write, id) is not { IsKept: true } found)
                return null;
            await AuditLog.AppendAsync(
                write,
                clock,
                who.Actor(),
                RunActions.Read,
                RunActions.Subject(id),
                $"Downloaded the export with SHA-256 {found.Sha256}."
            );
            return found;
        });
        return run is null ? None(id) : RunFile.Send(context, database, run);
    }

    private static async Task<Results<FileContentHttpResult, JsonHttpResult<FleetProblem>>> AttestationsAsync(
        string id,
        Database database,
        CancellationToken ct
    )
    {
        var (run, lines) = await database.ReadAsync(
            async db => (await RunQueries.FindAsync(db, id), await AttestationQueries.OfRunAsync(db, id)),
            ct
        );
        return run is null
            ? None(id)
            : TypedResults.File(AttestationRow.File(lines), "application/jsonl", RunFile.AttestationsOf(run.FileName));
    }

    private static async Task<Results<FileContentHttpResult, JsonHttpResult<FleetProblem>>> TimestampAsync(
        string id,
        Database database,
        CancellationToken ct
    )
    {
        var (run, stamp) = await database.ReadAsync(
            async db => (await RunQueries.FindAsync(db, id), await StampQueries.FindAsync(db, id)),
            ct
        );
        return run is null ? None(id)
            : stamp is null
                ? RefusalAnswer.NotFound($"time stamp of run {id}", "The server may have no authority (--timestamp), or none yet.")
            : TypedResults.File(stamp.Token, "application/octet-stream", RunFile.StampOf(run.FileName));
    }

    private static async Task<Results<Created<ComplianceRun>, JsonHttpResult<FleetProblem>>> AttestAsync(
        string id,
        AttestRequest request,
        ClaimsPrincipal who,
        Attest attest,
        RunViews views,
        CancellationToken ct
    )
    {
        var (found, problems) = await attest.RunAsync(who.Actor(), who.Person(), id, request);
        if (problems.Count > 0)
            return Refused("The compliance run was not attested.", problems);
        return found ? TypedResults.Created(RunPaths.Run(id), (await views.FindAsync(id, ct))!) : None(id);
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> HoldAsync(
        string id,
        ReasonRequest request,
        ClaimsPrincipal who,
        RunChanges changes
    )
    {
        if (Publish.ReasonProblems(request.Reason).ToList() is { Count: > 0 } problems)
            return Refused("The compliance run is not held.", problems);
        return await changes.HoldAsync(who.Actor(), id, request.Reason)
            ? TypedResults.NoContent()
            : RefusalAnswer.NotFound(
                $"compliance run {id} that can be held",
                $"It may be held or deleted already: GET {RunPaths.Run(id)}."
            );
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> ReleaseAsync(
        string id,
        string? reason,
        ClaimsPrincipal who,
        RunChanges changes
    )
    {
        if (Publish.ReasonProblems(reason).ToList() is { Count: > 0 } problems)
            return Refused("The hold was not ended.", problems);
        return await changes.ReleaseAsync(who.Actor(), id, reason!)
            ? TypedResults.NoContent()
            : RefusalAnswer.NotFound($"compliance run {id} with a hold", $"See GET {RunPaths.Runs}.");
    }

    internal static JsonHttpResult<FleetProblem> Refused(string title, IReadOnlyList<PolicyProblem> problems) =>
        RefusalAnswer.Invalid(title, problems);

    internal static JsonHttpResult<FleetProblem> None(string id) =>
        RefusalAnswer.NotFound($"compliance run {id} that is kept", $"See GET {RunPaths.Runs}.");
}
