using IwTune.Server.Features.Enrolment.Clones;
using IwTune.Server.Features.Enrolment.Keys;
using IwTune.Server.Features.Enrolment.Secrets;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Hosting.Refusals;
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
            .WithSummary("CA certificate of the server (PEM); clients check it against the pin")
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
            .WithSummary("Leave the fleet; the secret of the host becomes void")
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(401, 409);
        agents
            .MapPost(AgentPaths.Rotate, Rotate.HandleAsync)
            .WithMetadata(new HostOnly(KnownFirst: true))
            .WithSummary("Register the hash of a new secret; the old one stays valid until the new one is first used")
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(400, 401, 409);
        agents
            .MapPost(AgentPaths.Key, RegisterKey.HandleAsync)
            .WithMetadata(new HostOnly(KnownFirst: true))
            .WithSummary("Register the key of a host without one; all later calls must prove it")
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(400, 401, 409);
        agents
            .MapPost(AgentPaths.Adopt, Adopt.HandleAsync)
            .WithMetadata(new HostOnly(KnownFirst: true), new RequestSizeLimit(MaxBytes))
            .RequireRateLimiting(RateLimits.Enrolment)
            .WithSummary("Become a separate host, after an administrator approved it for a copy")
            .Produces<EnrolReply>()
            .Refuses(400, 401, 409, 429);
    }
}
