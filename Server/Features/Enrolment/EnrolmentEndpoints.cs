using IwTune.Server.Features.Enrolment.Clones;
using IwTune.Server.Features.Enrolment.Keys;
using IwTune.Server.Features.Enrolment.Secrets;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Enrolment;

internal static class EnrolmentEndpoints
{
    private const long MaxBytes = 256 * 1024;

    public static void MapEnrolment(this IEndpointRouteBuilder app)
    {
        var agents = app.MapGroup("").WithTags("Agent");
        agents
            .MapGet(AgentPaths.Authority, (HeldKeys keys) => TypedResults.Text(keys.Authority.Pem, "application/x-pem-file"))
            .AllowAnonymous()
            .WithSummary("The server's CA certificate, PEM; held against the pin before it is trusted")
            .Produces<string>(StatusCodes.Status200OK, "application/x-pem-file");
        agents
            .MapPost(AgentPaths.Enrol, Enrol.HandleAsync)
            .AllowAnonymous()
            .RequireRateLimiting(RateLimits.Enrolment)
            .WithMetadata(new RequestSizeLimit(MaxBytes))
            .WithSummary("Enrol with a token")
            .Produces<EnrolReply>()
            .Refuses(400, 401, 429);
        agents
            .MapPost(AgentPaths.Unenrol, Unenrol.HandleAsync)
            .WithMetadata(new HostOnly())
            .WithSummary("Leave the fleet; the host's secret is void from then on")
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(401, 409);
        agents
            .MapPost(AgentPaths.Rotate, Rotate.HandleAsync)
            .WithMetadata(new HostOnly(KnownFirst: true))
            .WithSummary("Tell the hash of a new secret; the old one is good until the new one is first used")
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(400, 401, 409);
        agents
            .MapPost(AgentPaths.Key, RegisterKey.HandleAsync)
            .WithMetadata(new HostOnly(KnownFirst: true))
            .WithSummary("Register the key of a host that has none; from then on each of its calls proves that key")
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(400, 401, 409);
        agents
            .MapPost(AgentPaths.Adopt, Adopt.HandleAsync)
            .WithMetadata(new HostOnly(KnownFirst: true), new RequestSizeLimit(MaxBytes))
            .RequireRateLimiting(RateLimits.Enrolment)
            .WithSummary("Become a host of its own, when an administrator decided so for a copy")
            .Produces<EnrolReply>()
            .Refuses(400, 401, 409, 429);
    }
}
