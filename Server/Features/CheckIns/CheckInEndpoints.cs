using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.CheckIns;

internal static class CheckInEndpoints
{
    public static void MapCheckIns(this IEndpointRouteBuilder app)
    {
        var hosts = app.MapGroup("").WithTags("Agent").WithMetadata(new HostOnly()).Refuses(401, 403, 409);
        hosts
            .MapPost(AgentPaths.CheckIn, (Delegate)app.ServiceProvider.GetRequiredService<CheckIn>().HandleAsync)
            .WithMetadata(new RequestSizeLimit(CheckIn.MaxBytes))
            .WithSummary("Report the state of the host and get its bundle; waits for a new one (?wait=SECONDS)")
            .Accepts<CheckInRequest>("application/json")
            .Produces<Envelope>()
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(503)
            .DisableRequestTimeout();
        hosts
            .MapGet(AgentPaths.Ping, Ping.HandleAsync)
            .WithSummary("Check that the server is reachable and knows this host")
            .Produces(StatusCodes.Status204NoContent);
    }
}
