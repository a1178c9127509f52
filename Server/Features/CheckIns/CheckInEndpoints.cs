using IwTune.Server.Hosting;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.CheckIns;

internal static class CheckInEndpoints
{
    public static void MapCheckIns(this IEndpointRouteBuilder app)
    {
        var hosts = app.MapGroup("").WithTags("Agent").WithMetadata(new HostOnly()).Refuses(401, 403, 409);
        hosts
            .MapPost(AgentPaths.CheckIn, CheckIn.HandleAsync)
            .WithMetadata(new RequestSizeLimit(CheckIn.MaxBytes))
            .WithSummary("Say what the host has; get what it should have, or wait for it (?wait=SECONDS)")
            .Accepts<CheckInRequest>("application/json")
            .Produces<Envelope>()
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(503)
            .DisableRequestTimeout();
        hosts
            .MapGet(AgentPaths.Ping, Ping.HandleAsync)
            .WithSummary("Is the server there, and does it know this host")
            .Produces(StatusCodes.Status204NoContent);
    }
}
