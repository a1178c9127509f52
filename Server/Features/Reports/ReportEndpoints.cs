using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Reports;

internal static class ReportEndpoints
{
    public static void MapReports(this IEndpointRouteBuilder app) =>
        app.MapPost(AgentPaths.Reports, Ingest.HandleAsync)
            .WithTags("Agent")
            .WithMetadata(new RequestSizeLimit(ReportReader.MaxBytes), new HostOnly())
            .WithSummary("Store numbered report lines; one ReportLine per line (NDJSON)")
            .Accepts<ReportLine>("application/x-ndjson")
            .Produces<ReportsReply>()
            .Refuses(400, 401, 409, 413);
}
