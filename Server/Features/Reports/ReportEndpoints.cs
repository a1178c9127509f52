using IwTune.Server.Hosting;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Reports;

internal static class ReportEndpoints
{
    public static void MapReports(this IEndpointRouteBuilder app) =>
        app.MapPost(AgentPaths.Reports, Ingest.HandleAsync).WithMetadata(new RequestSizeLimit(ReportReader.MaxBytes));
}
