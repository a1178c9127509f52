using IwTune.Server.Hosting;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Enrolment;

internal static class EnrolmentEndpoints
{
    private const long MaxBytes = 256 * 1024;

    public static void MapEnrolment(this IEndpointRouteBuilder app)
    {
        app.MapGet(AgentPaths.Authority, (CertificateAuthority authority) => TypedResults.Text(authority.Pem, "application/x-pem-file"));
        app.MapPost(AgentPaths.Enrol, Enrol.HandleAsync).RequireRateLimiting(RateLimits.Enrolment).WithMetadata(new RequestSizeLimit(MaxBytes));
        app.MapPost(AgentPaths.Unenrol, Unenrol.HandleAsync);
    }
}
