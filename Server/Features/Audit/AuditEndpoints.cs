using IwTune.Server.Features.Identity;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Audit;

internal static class AuditEndpoints
{
    private const int StandardLimit = 100, MaxLimit = 500;

    public static void MapAudit(this IEndpointRouteBuilder api)
    {
        api.MapGet(FleetPaths.Audit, PageAsync).MayRead().WithTags("Audit").WithSummary("The audit log, newest first");
        api.MapGet(FleetPaths.AuditVerify, VerifyAsync).MayRead().WithTags("Audit").WithSummary("Compute the audit log's hash chain again");
    }

    private static async Task<Results<Ok<AuditPage>, JsonHttpResult<FleetProblem>>> PageAsync(Database database, long? before, int? limit) =>
        limit is < 1 or > MaxLimit
            ? Refusal.Invalid("The audit log was not read.", $"limit: {limit} is outside 1..{MaxLimit}")
            : TypedResults.Ok(await database.ReadAsync(db => AuditQueries.PageAsync(db, before, limit ?? StandardLimit)));

    private static async Task<Ok<AuditVerification>> VerifyAsync(Database database) =>
        TypedResults.Ok(await database.ReadAsync(VerifyAudit.RunAsync));
}
