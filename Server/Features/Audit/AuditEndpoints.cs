using System.Security.Claims;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Audit;

internal static class AuditEndpoints
{
    private const int StandardLimit = 100,
        MaxLimit = 500;

    public static void MapAudit(this IEndpointRouteBuilder api)
    {
        var audit = api.MapGroup(FleetPaths.Audit).WithTags("Audit");
        audit.MapGet("", PageAsync).Needs(Permission.AuditRead).WithSummary("Audit log entries, newest first, with filters");
        audit
            .MapGet("/verify", VerifyAsync)
            .Needs(Permission.AuditRead)
            .WithSummary("Verify the hash chain of the audit log and every signed checkpoint")
            .WithMetadata(new CostlyCall());
        audit.MapGet("/standing", StandingAsync).Needs(Permission.AuditRead).WithSummary("Signed and copied positions of the audit log");
        audit
            .MapGet("/export", ExportAsync)
            .Needs(Permission.AuditRead)
            .WithSummary("Audit log with checkpoints as JSON lines, verifiable offline")
            .Produces<AuditLine>(StatusCodes.Status200OK, AuditExport.ContentType)
            .WithMetadata(new CostlyCall());
    }

    private static async Task<Results<Ok<AuditPage>, JsonHttpResult<FleetProblem>>> PageAsync(
        Database database,
        string? actor,
        string? action,
        string? subject,
        string? q,
        string? since,
        string? until,
        string? host,
        long? before,
        int? limit
    )
    {
        if (limit is < 1 or > MaxLimit)
            return RefusalAnswer.Invalid("The audit log was not read.", $"limit: {limit} is outside 1..{MaxLimit}");
        var (filter, problem) = AuditFilter.Parse(actor, action, subject, q, since, until, host);
        return filter is null
            ? RefusalAnswer.Invalid("The audit log was not read.", problem)
            : TypedResults.Ok(await database.ReadAsync(db => AuditQueries.PageAsync(db, before, limit ?? StandardLimit, filter)));
    }

    private static async Task<Ok<AuditVerification>> VerifyAsync(Database database, AuditKey key) =>
        TypedResults.Ok(await database.LongReadAsync(db => VerifyAudit.RunAsync(db, key.Public)));

    private static async Task<Ok<AuditStanding>> StandingAsync(Database database, AuditKey key) =>
        TypedResults.Ok(await database.ReadAsync(db => AuditStandings.OfAsync(db, key.Public)));

    private static async Task<Results<PushStreamHttpResult, JsonHttpResult<FleetProblem>>> ExportAsync(
        Database database,
        AuditKey key,
        TimeProvider clock,
        ClaimsPrincipal who,
        long after = 0
    )
    {
        if (after < 0)
            return RefusalAnswer.Invalid("The audit log was not read.", $"after: {after} is not the number of an entry");
        var upTo = await AuditExport.RecordAsync(database, clock, who.Actor(), after);
        return upTo <= after
            ? RefusalAnswer.Invalid("The audit log was not read.", $"after: there is no entry {after}; the log ends at {upTo}")
            : TypedResults.Stream(
                to => AuditExport.WriteAsync(database, key, after, upTo, to),
                AuditExport.ContentType,
                "iwtune-audit.jsonl"
            );
    }
}
