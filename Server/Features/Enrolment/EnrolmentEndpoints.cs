using IwTune.Server.Hosting;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Enrolment;

internal static class EnrolmentEndpoints
{
    private const long MaxBytes = 256 * 1024;

    public static void MapEnrolment(this IEndpointRouteBuilder app)
    {
        var agents = app.MapGroup("").WithTags("Agent");
        agents.MapGet(AgentPaths.Authority, (CertificateAuthority authority) => TypedResults.Text(authority.Pem, "application/x-pem-file"))
            .WithSummary("The server's CA certificate, PEM; held against the pin before it is trusted");
        agents.MapPost(AgentPaths.Enrol, Enrol.HandleAsync).RequireRateLimiting(RateLimits.Enrolment).WithMetadata(new RequestSizeLimit(MaxBytes))
            .WithSummary("Join the fleet with a token").Produces<EnrolReply>()
            .Refuses(400, 401, 429);
        agents.MapPost(AgentPaths.Unenrol, Unenrol.HandleAsync).WithMetadata(new HostOnly())
            .WithSummary("Leave the fleet; the host's secret is void from then on").Produces(StatusCodes.Status204NoContent).Refuses(401, 409);
    }
}
